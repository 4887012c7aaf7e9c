// The one table of names: our snake_case beside the SII's tag, block by block (contract §0). Requests accept either,
// answers and storage use the first, XML the second; TypeScript keys are the camelCase of the first.

type Names = Readonly<Record<string, string>>

export const NOMBRES = {
  IdDoc: {
    tipo_dte: 'TipoDTE',
    folio: 'Folio',
    fecha_emision: 'FchEmis',
    sin_derecho_rebaja: 'IndNoRebaja',
    tipo_despacho: 'TipoDespacho',
    ind_traslado: 'IndTraslado',
    ind_servicio: 'IndServicio',
    mnt_bruto: 'MntBruto',
    ind_mnt_neto: 'IndMntNeto',
    tipo_transaccion: 'TpoTranCompra',
    forma_pago: 'FmaPago',
    forma_pago_exp: 'FmaPagExp',
    fecha_cancelacion: 'FchCancel',
    pagos: 'MntPagos',
    periodo_desde: 'PeriodoDesde',
    periodo_hasta: 'PeriodoHasta',
    fecha_vencimiento: 'FchVenc',
    tipo_fact_esp: 'TipoFactEsp',
  },
  MntPagos: { fecha: 'FchPago', monto: 'MntPago', glosa: 'GlosaPagos' },
  Emisor: {
    rut: 'RUTEmisor',
    razon_social: 'RznSoc',
    giro: 'GiroEmis',
    telefono: 'Telefono',
    email: 'CorreoEmisor',
    acteco: 'Acteco',
    guia_exportacion: 'GuiaExport',
    codigo_sucursal_sii: 'CdgSIISucur',
    direccion: 'DirOrigen',
    comuna: 'CmnaOrigen',
    ciudad: 'CiudadOrigen',
  },
  GuiaExport: { codigo: 'CdgTraslado', folio_autorizacion: 'FolioAut', fecha_autorizacion: 'FchAut' },
  Receptor: {
    rut: 'RUTRecep',
    codigo_interno: 'CdgIntRecep',
    razon_social: 'RznSocRecep',
    extranjero: 'Extranjero',
    giro: 'GiroRecep',
    contacto: 'Contacto',
    email: 'CorreoRecep',
    telefono: 'TelefonoRecep',
    direccion: 'DirRecep',
    comuna: 'CmnaRecep',
    ciudad: 'CiudadRecep',
  },
  Extranjero: { num_id: 'NumId', nacionalidad: 'Nacionalidad', tipo_doc_id: 'TipoDocID' },
  Transporte: {
    patente: 'Patente',
    patente_carro: 'PatenteCarro',
    rut_transportista: 'RUTTrans',
    chofer: 'Chofer',
    direccion_destino: 'DirDest',
    comuna_destino: 'CmnaDest',
    ciudad_destino: 'CiudadDest',
    aduana: 'Aduana',
    fecha_salida: 'FchSalida',
    hora_salida: 'HraSalida',
    fecha_llegada: 'FchLlegada',
  },
  Chofer: { rut: 'RUTChofer', nombre: 'NombreChofer' },
  Aduana: {
    cod_mod_venta: 'CodModVenta',
    cod_clau_venta: 'CodClauVenta',
    tot_clau_venta: 'TotClauVenta',
    cod_via_transp: 'CodViaTransp',
    nombre_transp: 'NombreTransp',
    rut_cia_transp: 'RUTCiaTransp',
    nom_cia_transp: 'NomCiaTransp',
    id_adic_transp: 'IdAdicTransp',
    booking: 'Booking',
    operador: 'Operador',
    cod_pto_embarque: 'CodPtoEmbarque',
    id_adic_pto_emb: 'IdAdicPtoEmb',
    cod_pto_desemb: 'CodPtoDesemb',
    id_adic_pto_desemb: 'IdAdicPtoDesemb',
    tara: 'Tara',
    cod_unid_med_tara: 'CodUnidMedTara',
    peso_bruto: 'PesoBruto',
    cod_unid_peso_bruto: 'CodUnidPesoBruto',
    peso_neto: 'PesoNeto',
    cod_unid_peso_neto: 'CodUnidPesoNeto',
    tot_items: 'TotItems',
    tot_bultos: 'TotBultos',
    tipo_bultos: 'TipoBultos',
    monto_flete: 'MntFlete',
    monto_seguro: 'MntSeguro',
    cod_pais_recep: 'CodPaisRecep',
    cod_pais_destin: 'CodPaisDestin',
  },
  TipoBultos: {
    cod_tpo_bultos: 'CodTpoBultos',
    cant_bultos: 'CantBultos',
    marcas: 'Marcas',
    id_container: 'IdContainer',
    sello: 'Sello',
    emisor_sello: 'EmisorSello',
  },
  Totales: {
    moneda: 'TpoMoneda',
    monto_neto: 'MntNeto',
    monto_exento: 'MntExe',
    base_faena: 'MntBase',
    margen_comercial: 'MntMargenCom',
    tasa_iva: 'TasaIVA',
    monto_iva: 'IVA',
    impuestos: 'ImptoReten',
    iva_no_retenido: 'IVANoRet',
    credito_empresa_constructora: 'CredEC',
    garantia_envases: 'GrntDep',
    comisiones: 'Comisiones',
    monto_total: 'MntTotal',
    monto_no_facturable: 'MontoNF',
    monto_periodo: 'MontoPeriodo',
    saldo_anterior: 'SaldoAnterior',
    valor_pagar: 'VlrPagar',
  },
  ImptoReten: { codigo: 'TipoImp', tasa: 'TasaImp', monto: 'MontoImp' },
  OtraMoneda: {
    moneda: 'TpoMoneda',
    tipo_cambio: 'TpoCambio',
    monto_exento: 'MntExeOtrMnda',
    monto_total: 'MntTotOtrMnda',
  },
  Detalle: {
    linea: 'NroLinDet',
    codigo: 'CdgItem',
    tipo_doc_liq: 'TpoDocLiq',
    exento: 'IndExe',
    retenedor: 'Retenedor',
    nombre: 'NmbItem',
    descripcion: 'DscItem',
    cantidad: 'QtyItem',
    unidad: 'UnmdItem',
    precio: 'PrcItem',
    descuento_pct: 'DescuentoPct',
    descuento_monto: 'DescuentoMonto',
    recargo_pct: 'RecargoPct',
    recargo_monto: 'RecargoMonto',
    impuesto_adicional: 'CodImpAdic',
    monto: 'MontoItem',
  },
  CdgItem: { tipo: 'TpoCodigo', valor: 'VlrCodigo' },
  Retenedor: {
    ind_agente: 'IndAgente',
    base_faena: 'MntBaseFaena',
    margen_comercial: 'MntMargComer',
    precio_consumidor: 'PrcConsFinal',
  },
  DscRcgGlobal: {
    linea: 'NroLinDR',
    tipo: 'TpoMov',
    glosa: 'GlosaDR',
    tipo_valor: 'TpoValor',
    valor: 'ValorDR',
    afecta_exento: 'IndExeDR',
  },
  Referencia: {
    linea: 'NroLinRef',
    tipo_documento: 'TpoDocRef',
    global: 'IndGlobal',
    folio: 'FolioRef',
    rut_otro: 'RUTOtr',
    fecha: 'FchRef',
    codigo: 'CodRef',
    razon: 'RazonRef',
  },
  GeoRefEmision: {
    latitud_emision: 'LatitudEmision',
    longitud_emision: 'LongitudEmision',
    sistema_referencia: 'SistemaReferencia',
  },
  ManejoMadera: {
    comuna_rol_origen: 'ComunaRolOrigen',
    mnz_rol_origen: 'MnzRolOrigen',
    prd_rol_origen: 'PrdRolOrigen',
    comuna_rol_destino: 'ComunaRolDestino',
    mnz_rol_destino: 'MnzRolDestino',
    prd_rol_destino: 'PrdRolDestino',
    cod_plan_conaf: 'CodPlanConaf',
    aviso_ejecucion_faena: 'AvisoEjecucionFaena',
    latitud_origen_madera: 'LatitudOrigenMadera',
    longitud_origen_madera: 'LongitudOrigenMadera',
    latitud_destino_madera: 'LatitudDestinoMadera',
    longitud_destino_madera: 'LongitudDestinoMadera',
    sistemareferencia_madera: 'SistemareferenciaMadera',
  },
  // Both the lines of a liquidación and their sums in `Totales`.
  Comisiones: {
    linea: 'NroLinCom',
    tipo: 'TipoMovim',
    glosa: 'Glosa',
    tasa: 'TasaComision',
    valor_neto: 'ValComNeto',
    valor_exento: 'ValComExe',
    iva: 'ValComIVA',
  },
} as const satisfies Record<string, Names>

/** The blocks of a document and the key each has in a `Dte`. */
export const BLOQUES: Names = {
  id_doc: 'IdDoc',
  emisor: 'Emisor',
  receptor: 'Receptor',
  transporte: 'Transporte',
  totales: 'Totales',
  otra_moneda: 'OtraMoneda',
  detalle: 'Detalle',
  DscRcgGlobal: 'DscRcgGlobal',
  referencias: 'Referencia',
  georeferencia: 'GeoRefEmision',
  madera: 'ManejoMadera',
  comisiones: 'Comisiones',
}

/** A boleta spells these tags in its own way (formato-dte.md §1.1); the name of ours is the same. */
export const TAGS_BOLETA: Names = {
  RznSoc: 'RznSocEmisor',
  GiroEmis: 'GiroEmisor',
  MontoPeriodo: 'TotalPeriodo',
}

export const camel = (snake: string): string => {
  const key = snake.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())
  return key[0]!.toLowerCase() + key.slice(1)
}

export const snake = (key: string): string => key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

const KEY_BY_TAG = new Map<string, Map<string, string>>()
for (const [block, names] of [...Object.entries(NOMBRES), ['', BLOQUES] as const]) {
  KEY_BY_TAG.set(block, new Map(Object.entries(names).map(([name, tag]) => [tag, camel(name)])))
}
const CANONICAL = new Map(Object.entries(TAGS_BOLETA).map(([tag, boleta]) => [boleta, tag]))

/** The key that a tag of a block has in a `Dte`: ours when it has one, else the tag itself. `block` '' is the document. */
export function keyOfTag(block: string, tag: string): string {
  const keys = KEY_BY_TAG.get(block)
  return keys?.get(tag) ?? keys?.get(CANONICAL.get(tag) ?? '') ?? tag
}
