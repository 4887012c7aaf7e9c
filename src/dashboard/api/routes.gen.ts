// Written by `make golden` from the OpenAPI document of the API: not to be edited.

export type Rol = "propietario" | "administrador" | "emisor" | "contador" | "lector"

export type Ambiente = "simulacion" | "certificacion" | "produccion"

export type CodigoError = "INVALID_JSON" | "INVALID_PARAMETER" | "UNAUTHORIZED" | "INVALID_CREDENTIALS" | "SECOND_FACTOR_REQUIRED" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "REFRESH_REUSED" | "API_KEY_INVALID" | "API_KEY_EXPIRED" | "API_KEY_REVOKED" | "FORBIDDEN" | "SCOPE_REQUIRED" | "SESSION_REQUIRED" | "SECOND_FACTOR_STALE" | "SECOND_FACTOR_MISSING" | "NO_ACTIVE_COMPANY" | "PLAN_LIMIT" | "EMISSION_LIMIT" | "PLAN_FEATURE" | "NOT_FOUND" | "ROUTE_NOT_FOUND" | "PERIOD_NOT_SYNCED" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "ALREADY_EXISTS" | "IDEMPOTENCY_IN_PROGRESS" | "IDEMPOTENCY_MISMATCH" | "INVALID_STATE" | "ACCOUNT_MOVED" | "ALREADY_REPLACED" | "NO_FOLIOS" | "GUIDE_NOT_FOUND" | "GUIDE_NOT_INVOICEABLE" | "GUIDE_ALREADY_INVOICED" | "GUIDE_VOIDED" | "GUIDES_MIXED_RECEIVER" | "SET_UNREADABLE" | "SET_UNSUPPORTED" | "SET_DOUBTS" | "CERT_ORDER" | "CERT_CLOSED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION_ERROR" | "INVALID_RUT" | "DOCUMENT_TYPE_NOT_ALLOWED" | "REFERENCE_NOT_FOUND" | "REFERENCE_NOT_VERIFIED" | "AMOUNT_MISMATCH" | "BALANCE_EXCEEDED" | "INTL_PURCHASE_BLOCKED" | "EXCHANGE_RATE_MISSING" | "ACCOUNT_MISSING" | "ACCOUNT_DETAIL_MISSING" | "VOUCHER_UNBALANCED" | "CERTIFICATE_MISSING" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_INVALID" | "CAF_INVALID" | "CAF_EXPIRED" | "CAF_WRONG_COMPANY" | "INTERNAL_ERROR" | "PORTAL_LOCKED" | "PORTAL_CREDENTIALS_MISSING" | "PORTAL_FORBIDDEN" | "SII_REFUSED" | "CAPTCHA_REQUIRED" | "SII_ERROR" | "RATE_LIMIT" | "QUEUE_UNAVAILABLE" | "SERVER_BUSY" | "SII_UNAVAILABLE" | "SII_TIMEOUT" | "PAYMENT_ERROR" | "MAIL_ERROR" | "MAILBOX_ERROR" | "EXTRACTION_ERROR"

export type Falta = { campo: string; regla: "requerido" | "desconocido" | "sobra" | "alias" | "contradiccion" | "excluyente" | "repetido" | "tipo" | "formato" | "valor" | "igual" | "inmutable" | "vacio" | "largo_min" | "largo_max" | "cantidad_min" | "cantidad_max" | "rango" | "minimo" | "maximo" | "numero" | "entero" | "decimales" | "texto" | "caracter" | "solo_comillas" | "rut" | "rut_rango" | "rut_generico" | "fecha" | "hora" | "fecha_hora" | "instante" | "orden" | "futura" | "en_curso" | "posterior" | "pasado" | "lejano" | "correo" | "base64" | "comuna" | "codigo" | "moneda" | "url" | "https" | "credenciales" | "direccion" | "red" | "imagen" | "plan" | "gratis" | "ambiente" | "incorrecta" | "codigo_incorrecto" | "codigo_usado" | "codigo_cerrado" | "llave_invalida" | "llave_vencida" | "llave_copiada" | "propietario" | "no_existe" | "reservado" | "color" | "contraste" | "papel" | "simulado" | "demasiado_trabajo" | "no_es_pfx" | "clave_incorrecta" | "cifrado_no_soportado" | "sin_llave" | "sin_certificado" | "llave_no_rsa" | "llave_corta" | "llave_privada" | "sin_rut" | "aun_no_vigente" | "vencido" | "incompleto" | "firma" | "autoridad" | "empresa" | "tipo_dte" | "venta" | "ind_servicio" | "espectaculo" | "identificacion" | "turista" | "turista_comuna" | "producto" | "unidad" | "grados" | "forma_pago" | "impuesto" | "impuestos" | "exento" | "afecto" | "sin_afecto" | "sin_precio" | "sin_monto" | "monto" | "tasa" | "nota" | "anulacion" | "misma_nota" | "unica" | "negativo" | "porcentaje" | "credito" | "traslado" | "folio" | "global" | "globales" | "referencia" | "vigente" | "saldo" | "receptor" | "existe" | "sin_firmar" | "guia" | "anulada" | "no_rechazado" | "reemplazado" | "facturada" | "rechazada" | "descartada" | "sin_montos" | "importada" | "mismo_lote" | "documento" | "folios" | "detenido" | "sin_folios" | "ya_tomado" | "fuera_de_rango" | "anulado" | "antes_del_caf" | "traslape" | "cabecera"; mensaje: string; linea?: number; folio?: number; facturada_por?: { tipo_dte: number; folio: number }; componente?: string; saldo?: number; pedido?: number; disponibles?: Array<number> }

export type DetalleIngreso = { ticket: string; expira_en: string; aplicacion: boolean; llave_acceso: boolean }

export type DetalleScope = { scope: string }

export type DetallePermiso = { permiso: string }

export type DetalleTipo = { tipo_dte: number; permitidos: Array<number> }

export type DetalleFolios = { tipo_dte: number; disponibles: number }

export type DetalleFoliosSet = { tipo_dte: number; necesarios: number; disponibles: number; faltan: number }

export type DetalleSet = { linea: number; codigo: string; mensaje: string }

export type DetalleDuda = { clave: string; caso: number | null; linea: number; mensaje: string; propuesta: string | null }

export type DetalleCliente = { id: string; rut: string; razon_social: string }

export type DetalleProducto = { id: string; codigo: string; nombre: string }

export type MotivoBloqueo = "SIN_CONFIRMAR" | "BIEN_IMPORTADO" | "IVA_CHILENO_COBRADO" | "PRESTADOR_RESIDENTE" | "INFORMACION_INDETERMINADA"

export type DetalleBloqueo = { motivo: MotivoBloqueo; mensaje: string }

export type DetalleTipoCambio = { moneda: string; fecha: string }

export type DetalleSinCuenta = { libro: string; componente: string; tipo_dte: number | null; rut: string | null; documentos: number; monto: number; ejemplo: { tipo_dte: number | null; folio: number | null; rut: string | null; fecha: string } }

export type DetalleDeCuenta = { cuenta: string; falta: "cuenta" | "auxiliar" | "centro" | "documento"; libro: string; componente: string; documentos: number; ejemplo: { tipo_dte: number | null; folio: number | null; rut: string | null; fecha: string } }

export type DetalleDescuadre = { libro: string; tipo_dte: number | null; folio: number | null; rut: string | null; fecha: string; diferencia: number; partes: Array<{ componente: string; monto: number }> }

export type DetalleCompra = { compra_id: string; tipo_dte: number; folio: number }

export type DetalleExtraccion = { compra_id: string; estado: "extraida" | "sin_extraer" }

export type DetalleGuia = { folio: number; facturada_por: { tipo_dte: number; folio: number } }

export type DetalleReemplazo = { campo: string; regla: "reemplazado"; mensaje: string; tipo_dte: number; folio: number; reemplazado_por: { tipo_dte: number; folio: number } }

export type DetalleSaldo = { saldo: number; monto_total: number }

export type DetalleNota = { tipo_dte: number; referencias: Array<{ tipo_documento: string; folio: string; fecha?: string; codigo: 1; razon?: string }> }

export type DetallePlan = { campo: string; regla: "plan"; maximo: number; actual: number }

export type DetalleEnCurso = { job_id: string; tipo: string; empresa_id: string }

export type DetalleDato = { campo: string }

export type DetalleSii = { codigo_sii: string | null; glosa: string | null }

export type MotivoBloqueoPortal = "CLAVE_INCORRECTA" | "CLAVE_BLOQUEADA" | "DEMASIADAS_SESIONES" | "CERTIFICADO_RECHAZADO" | "SIN_REPRESENTACION" | "DESCONOCIDO"

export type DetallePortal = { metodo: string; motivo: MotivoBloqueoPortal; codigo_sii: string | null; glosa: string; desde: string; hasta: string | null; rut: string | null; accion: string }

export type DetalleCaptcha = { captcha_id: string; imagen_base64: string; tipo: string; expira_en: string }

export type DetalleEspera = { hasta: string; motivo?: string }

export type DetallePaso = { paso: string; esperado: string; codigo_sii?: string | null; glosa?: string | null }

export type DetalleRehusado = { operacion: string; codigo_sii: string | null; glosa: string | null; causa: string | null; solucion: string | null }

export type DetalleServidor = { base_de_datos: boolean; trabajos: boolean; motivo?: string }

export type RespuestaError = { ok: false; error: string; code: CodigoError; detalles?: Array<(Falta | DetalleIngreso | DetalleScope | DetallePermiso | DetalleTipo | DetalleFolios | DetalleFoliosSet | DetalleSet | DetalleDuda | DetalleCliente | DetalleProducto | DetalleBloqueo | DetalleTipoCambio | DetalleSinCuenta | DetalleDeCuenta | DetalleDescuadre | DetalleCompra | DetalleExtraccion | DetalleGuia | DetalleReemplazo | DetalleSaldo | DetalleNota | DetallePlan | DetalleEnCurso | DetalleDato | DetalleSii | DetallePortal | DetalleCaptcha | DetalleEspera | DetallePaso | DetalleRehusado | DetalleServidor)>; detalles_omitidos?: number }

export type Permiso = "dte:emitir" | "dte:leer" | "dte:anular" | "borradores:escribir" | "recurrentes:gestionar" | "folios:leer" | "folios:administrar" | "rcv:leer" | "rcv:sincronizar" | "acuse:registrar" | "rcof:enviar" | "bte:emitir" | "bte:leer" | "clientes:leer" | "clientes:escribir" | "catalogo:leer" | "catalogo:escribir" | "contabilidad:leer" | "contabilidad:administrar" | "contabilidad:exportar" | "empresa:leer" | "empresa:administrar" | "plantilla:administrar" | "webhooks:administrar" | "apikeys:administrar" | "usuarios:administrar" | "billing:administrar" | "consultas:ejecutar" | "recibidos:leer" | "recibidos:gestionar" | "historia:gestionar" | "compras_int:leer" | "compras_int:gestionar"

export type Paginacion = { pagina: number; limite: number; total: number; paginas: number; siguiente: string | null }

export type SegundoFactor = { activo: boolean; aplicacion: boolean; llaves_acceso: number; desde: string | null; codigos_restantes: number | null; exigido: boolean; confirmado_hasta: string | null }

export type CodigosRecuperacion = { codigos_recuperacion: Array<string> }

export type LlaveAcceso = { id: string; nombre: string; sitio: string; created_at: string; last_used_at: string | null }

export type Invitacion = { id: string; email: string; rol: Rol; empresas: Array<string>; tipos_dte: Array<number>; estado: "pendiente" | "vencida"; creada_en: string; expira_en: string }

export type UsuarioConPermisos = { id: string; nombre: string; email: string; rol: Rol; permisos: Array<Permiso>; permisos_extra: Array<Permiso>; permisos_quitados: Array<Permiso>; tipos_dte: Array<number>; empresas: Array<string>; created_at: string; segundo_factor: boolean; ultimo_uso: string | null }

export type DatoAuditoria = (string | number | boolean | null | Array<DatoAuditoria> | { [name: string]: DatoAuditoria })

export type EnvioReceptor = "no" | "al_emitir" | "al_aceptar"

export type RespuestaAutomatica = "no" | "recepcion"

export type Empresa = { id: string; rut: string; razon_social: string; giro: string | null; actividades_economicas: Array<number>; direccion: string | null; comuna: string | null; ciudad: string | null; telefono: string | null; email: string | null; sitio_web: string | null; codigo_sucursal_sii: number | null; resolucion: { numero: number; fecha: string } | null; logo: { tipo: string; ancho: number; alto: number } | null; email_intercambio: string | null; alerta_folios: number | null; ambiente: Ambiente; envio_receptor: EnvioReceptor; respuesta_automatica: RespuestaAutomatica; consulta_publica: boolean; extraccion_ia: "no" | "texto" | "imagen"; created_at: string; eliminada_at: string | null }

export type EstadoMetodoPortal = "sin_cargar" | "listo" | "bloqueado" | "vencido"

export type OperacionPortal = "rcv" | "consultas" | "folios" | "contribuyente" | "bte" | "situacion"

export type TareaProgramada = "rcv" | "rcof" | "acuse" | "folios" | "bte" | "buzon"

export type RangoCargado = { tipo_dte: number; id: string; desde: number; hasta: number; usados: number; fecha_autorizacion: string; vence_el: string | null; estado: "vigente" | "agotado" | "vencido"; origen: "carga" | "solicitud"; por_conciliar: boolean; advertencias: Array<{ code: string; campo: string; mensaje: string }> }

export type FoliosOtorgados = { desde: number; hasta: number; cantidad: number; solicitada: (number | "max"); max_autorizado: number | null; sin_usar_sii: number | null; caf_id: string }

export type TipoTrabajo = "acuse.refrescar" | "acuse.registrar" | "bte.anular" | "bte.emitir" | "bte.sincronizar" | "clientes.importar" | "buzon.leer" | "compra_int.extraer" | "folios.anular" | "folios.reobtener" | "folios.solicitar" | "historia.importar" | "intercambio.responder" | "rcof.enviar" | "rcof.veredicto" | "rcv.sincronizar"

export type AnulacionFolios = { id: string; estado: "anulado" | "parcial" | "rehusado"; anulados: Array<Array<number>>; rehusados: Array<{ folio: number; glosa: string }> }

export type EstadoOperacion = "reserved" | "pending" | "scheduled" | "processing" | "completed" | "failed" | "dlq" | "discarded"

export type SolicitudFoliosTerminada = { desde: number | null; hasta: number | null; cantidad: number; solicitada: ((number | "max") | null); max_autorizado: number | null; sin_usar_sii: number | null; caf_id: string | null }

export type EtapaEmision = "construccion" | "timbre" | "firma" | "esquema" | "autenticacion_sii" | "envio" | "persistencia"

export type FallaTrabajo = { code: CodigoError; error: string; etapa: (EtapaEmision | null); reintentable: boolean; sii: { codigo: string | null; glosa: string | null; causa: string | null; solucion: string | null } | null; accion: string | null }

export type TrabajoFolios = { id: string; job_id: string; tipo: TipoTrabajo; estado: EstadoOperacion; ambiente: Ambiente; objeto: string; progreso: { paso: string; hechos: number; total: number | null; espera_hasta: string | null } | null; created_at: string; started_at: string | null; completed_at: string | null; failed_at: string | null; intentos: number; max_intentos: number; proximo_intento: string | null; result: ((SolicitudFoliosTerminada | RangoCargado | AnulacionFolios) | null); error: (FallaTrabajo | null) }

export type CodigoAdvertencia = "OLD_DATE" | "POSSIBLE_DUPLICATE" | "REPLACEMENT_SCHEDULED" | "LINE_WITHOUT_AMOUNT" | "TRANSLITERATED" | "TEXT_CUT" | "PREVIOUS_REJECTED" | "NO_EFFECT" | "REFERENCE_NOT_VERIFIED" | "RECEIVER_FROM_CUSTOMER" | "LINE_FROM_CATALOG" | "RECEIVER_DIFFERS" | "TEXT_CORRECTION_WITH_AMOUNTS" | "TEXT_CORRECTION_UNSAID" | "COMPONENT_NOT_IN_DOCUMENT" | "UNPAID_EXPORT" | "CURRENCY_NOT_CONFIRMED" | "CUSTOMS_INCOMPLETE" | "TRANSPORT_INCOMPLETE" | "TRANSPORT_NOT_HELD" | "GUIDE_CARRIES_GOODS" | "INTERNAL_TRANSFER_RECEIVER" | "GUIDE_WITHOUT_AMOUNTS" | "GUIDE_ALREADY_INVOICED" | "GUIDE_LATER" | "GUIDE_PERIOD_CLOSED" | "OLD_EXCHANGE_RATE" | "ADDITIONAL_TAX" | "CERTIFICATE_EXPIRES" | "EVENT_NAME" | "PRODUCT_CODE_MISSING" | "FOLIOS_EXPIRING" | "FOLIOS_USED_ELSEWHERE" | "FOLIOS_NOT_VERIFIED" | "OLD_CAF" | "PENDING_DOCUMENTS" | "PARTIAL_PERIOD" | "ISSUED_NOT_REGISTERED" | "COMMON_USE_NOT_INCLUDED" | "F29_NOT_PLACED" | "F29_NOT_DECLARED" | "F29_NOT_COMPUTED" | "NO_RETENTION" | "BHE_NOT_INCLUDED" | "REGISTER_NOT_KEPT" | "DETAIL_NOT_KEPT" | "UNKNOWN_TYPE" | "NEGATIVE_AMOUNT" | "DATE_OUTSIDE_PERIOD" | "DATE_ORDER_DOUBTFUL" | "TOTAL_MISMATCH" | "COLUMNS_DISAGREE" | "ZERO_COPY" | "DOCUMENTS_ABSENT" | "FILE_NAME_DIFFERS" | "REPEATED_NUMBER" | "MOVED_FROM_PERIOD" | "SUMMARY_DIFFERS" | "ALREADY_KNOWN" | "LINK_EXCEEDS_BALANCE" | "NOT_A_PERSON" | "RETENTION_DIFFERS" | "CONTRADICTS_ANSWER" | "INHERITED_FOLIOS"

export type Advertencia = { code: CodigoAdvertencia; campo: string; mensaje: string; job_id?: string }

export type EmisionEnCola = { job_id: string; folio: number | null; tipo_dte: number; estado: "pending" | "scheduled"; mensaje: string; advertencias?: Array<Advertencia> }

export type SolicitudDte = { tipo_dte: 33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112; fecha_emision?: string; fecha_vencimiento?: string; forma_pago?: 1 | 2 | 3; precio_incluye_iva?: boolean; receptor?: { rut?: string; codigo_interno?: string | number; razon_social?: string; extranjero?: { num_id?: string | number; nacionalidad?: string | number; tipo_doc_id?: 1 | 2; NumId?: unknown; Nacionalidad?: unknown; TipoDocID?: number }; giro?: string; contacto?: string; email?: string; telefono?: string; direccion?: string; comuna?: string; ciudad?: string; RUTRecep?: string; CdgIntRecep?: unknown; RznSocRecep?: string; Extranjero?: unknown; GiroRecep?: string; Contacto?: string; CorreoRecep?: string; TelefonoRecep?: string; DirRecep?: string; CmnaRecep?: string; CiudadRecep?: string; cliente_id?: string }; exportacion?: { moneda?: string; tipo_cambio?: (number | string); tot_bultos?: number; TotBultos?: number; cod_pais_recep?: number; CodPaisRecep?: number; forma_pago_exp?: 1 | 2 | 11 | 12 | 21 | 32 | 50 | 60 | 80; FmaPagExp?: number; ind_servicio?: 3 | 4 | 5 | 6; fecha_cancelacion?: string; aduana?: { cod_mod_venta?: 1 | 2 | 3 | 4 | 9; cod_clau_venta?: 1 | 2 | 3 | 4 | 5 | 6 | 8 | 9 | 10 | 11 | 12 | 17 | 18; tot_clau_venta?: (number | string); cod_via_transp?: 1 | 4 | 5 | 6 | 7 | 8 | 9 | 10; nombre_transp?: string; rut_cia_transp?: string; nom_cia_transp?: string; id_adic_transp?: string; booking?: string; operador?: string; cod_pto_embarque?: number; id_adic_pto_emb?: string; cod_pto_desemb?: number; id_adic_pto_desemb?: string; tara?: number; cod_unid_med_tara?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 23 | 24 | 99; peso_bruto?: (number | string); cod_unid_peso_bruto?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 23 | 24 | 99; peso_neto?: (number | string); cod_unid_peso_neto?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 23 | 24 | 99; tot_items?: number; tipo_bultos?: Array<{ cod_tpo_bultos?: number; cant_bultos?: number; marcas?: string; id_container?: string; sello?: string; emisor_sello?: string; CodTpoBultos?: number; CantBultos?: number; Marcas?: string; IdContainer?: string; Sello?: string; EmisorSello?: string }>; monto_flete?: (number | string); monto_seguro?: (number | string); cod_pais_destin?: number; CodModVenta?: number; CodClauVenta?: number; TotClauVenta?: unknown; CodViaTransp?: number; NombreTransp?: string; RUTCiaTransp?: string; NomCiaTransp?: string; IdAdicTransp?: string; Booking?: string; Operador?: string; CodPtoEmbarque?: number; IdAdicPtoEmb?: string; CodPtoDesemb?: number; IdAdicPtoDesemb?: string; Tara?: number; CodUnidMedTara?: number; PesoBruto?: unknown; CodUnidPesoBruto?: number; PesoNeto?: unknown; CodUnidPesoNeto?: number; TotItems?: number; TipoBultos?: Array<unknown>; MntFlete?: unknown; MntSeguro?: unknown; CodPaisDestin?: number } }; traslado?: { ind_traslado?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9; IndTraslado?: number; tipo_despacho?: 1 | 2 | 3; TipoDespacho?: number; patente?: string; patente_carro?: string; rut_transportista?: string; chofer?: { rut?: string; nombre?: string; pasaporte?: string | number; RUTChofer?: string; NombreChofer?: string }; direccion_destino?: string; comuna_destino?: string; ciudad_destino?: string; fecha_salida?: string; hora_salida?: string; fecha_llegada?: string; Patente?: string; PatenteCarro?: string; RUTTrans?: string; Chofer?: unknown; DirDest?: string; CmnaDest?: string; CiudadDest?: string; FchSalida?: string; HraSalida?: string; FchLlegada?: string; no_disponible?: Array<"patente" | "patente_carro" | "rut_transportista" | "chofer">; motivo_prolongado?: string; motivo_sin_precio?: string; guia_exportacion?: { codigo?: 1 | 2 | 3 | 4; folio_autorizacion?: number; fecha_autorizacion?: string; CdgTraslado?: number; FolioAut?: number; FchAut?: string } }; liquidacion?: { comisiones?: Array<{ tipo?: "C" | "O"; glosa?: string; tasa?: (number | string); valor_neto?: number; valor_exento?: number; iva?: number; TipoMovim?: string; Glosa?: string; TasaComision?: unknown; ValComNeto?: number; ValComExe?: number; ValComIVA?: number }> }; georeferencia?: { latitud_emision?: (string | number); longitud_emision?: (string | number); sistema_referencia?: number; LatitudEmision?: unknown; LongitudEmision?: unknown; SistemaReferencia?: number }; madera?: { comuna_rol_origen?: number; mnz_rol_origen?: number; prd_rol_origen?: number; comuna_rol_destino?: number; mnz_rol_destino?: number; prd_rol_destino?: number; cod_plan_conaf?: string; aviso_ejecucion_faena?: string; latitud_origen_madera?: (string | number); longitud_origen_madera?: (string | number); latitud_destino_madera?: (string | number); longitud_destino_madera?: (string | number); sistemareferencia_madera?: number; ComunaRolOrigen?: number; MnzRolOrigen?: number; PrdRolOrigen?: number; ComunaRolDestino?: number; MnzRolDestino?: number; PrdRolDestino?: number; CodPlanConaf?: string; AvisoEjecucionFaena?: string; LatitudOrigenMadera?: unknown; LongitudOrigenMadera?: unknown; LatitudDestinoMadera?: unknown; LongitudDestinoMadera?: unknown; SistemareferenciaMadera?: number }; compra?: { comisiones?: Array<{ tipo?: "C" | "O"; glosa?: string; tasa?: (number | string); valor_neto?: number; valor_exento?: number; iva?: number; TipoMovim?: string; Glosa?: string; TasaComision?: unknown; ValComNeto?: number; ValComExe?: number; ValComIVA?: number }>; tipo_transaccion?: 1 | 2 | 3 | 4 | 5 | 6 | 7; TpoTranCompra?: number; retencion?: { codigo?: number; tasa?: (number | string); TipoImp?: number; TasaImp?: (number | string) } }; detalle: Array<{ codigo?: (string | number | { tipo?: string; valor?: string } | Array<(string | number | { tipo?: string; valor?: string })>); tipo_doc_liq?: string; exento?: (boolean | 1 | 2 | 3 | 4 | 5 | 6); retenedor?: { ind_agente?: "R"; base_faena?: number; margen_comercial?: number; precio_consumidor?: number; IndAgente?: string; MntBaseFaena?: number; MntMargComer?: number; PrcConsFinal?: number; producto?: string | number; cantidad_ref?: (number | string); QtyRef?: (number | string) }; espectaculo?: (1 | 2 | "01" | "02"); rut_mandante?: string; nombre?: string; ticket?: { folio?: number; generado?: string; evento?: string; tipo?: string; codigo_evento?: string; fecha_evento?: string; lugar?: string; ubicacion?: string; fila?: string; asiento?: string; FolioTicket?: number; FchGenera?: string; NmbEvento?: string; TpoTicket?: string; CdgEvento?: string; FchEvento?: string; LugarEvento?: string; UbicEvento?: string; FilaUbicEvento?: string; AsntoUbicEvento?: string }; descripcion?: string; cantidad?: (number | string); unidad?: string; precio?: (number | string); descuento_pct?: (number | string); descuento_monto?: number; recargo_pct?: (number | string); recargo_monto?: number; impuesto_adicional?: (14 | 15 | 17 | 18 | 19 | 23 | 24 | 25 | 26 | 27 | 271 | 28 | 30 | 301 | 31 | 32 | 321 | 33 | 331 | 34 | 341 | 35 | 36 | 361 | 37 | 371 | 38 | 39 | 41 | 44 | 45 | 46 | 47 | 48 | 481 | 49 | 50 | 51 | 52 | 53 | Array<14 | 15 | 17 | 18 | 19 | 23 | 24 | 25 | 26 | 27 | 271 | 28 | 30 | 301 | 31 | 32 | 321 | 33 | 331 | 34 | 341 | 35 | 36 | 361 | 37 | 371 | 38 | 39 | 41 | 44 | 45 | 46 | 47 | 48 | 481 | 49 | 50 | 51 | 52 | 53>); monto?: (number | string); CdgItem?: unknown; TpoDocLiq?: string; IndExe?: unknown; Retenedor?: unknown; ItemEspectaculo?: unknown; RUTMandante?: string; NmbItem?: string; InfoTicket?: unknown; DscItem?: string; QtyItem?: unknown; UnmdItem?: string; PrcItem?: unknown; DescuentoPct?: unknown; DescuentoMonto?: number; RecargoPct?: unknown; RecargoMonto?: number; CodImpAdic?: unknown; MontoItem?: unknown; producto_id?: string; moneda?: "CLP" | "UF" | "UTM" | "USD" | "EUR" }>; DscRcgGlobal?: (Array<{ tipo?: "D" | "R"; glosa?: string; tipo_valor?: "%" | "$"; valor?: (number | string); afecta_exento?: 1 | 2; TpoMov?: string; GlosaDR?: string; TpoValor?: string; ValorDR?: unknown; IndExeDR?: number }> | { tipo?: "D" | "R"; glosa?: string; tipo_valor?: "%" | "$"; valor?: (number | string); afecta_exento?: 1 | 2; TpoMov?: string; GlosaDR?: string; TpoValor?: string; ValorDR?: unknown; IndExeDR?: number }); referencias?: Array<{ tipo_documento?: string | number; global?: 1; folio?: string | number; rut_otro?: string; fecha?: string; codigo?: (1 | 2 | 3 | string); razon?: string; TpoDocRef?: unknown; IndGlobal?: number; FolioRef?: unknown; RUTOtr?: string; FchRef?: string; CodRef?: unknown; RazonRef?: string }>; pagos?: Array<{ fecha?: string; monto?: number; glosa?: string; FchPago?: string; MntPago?: number; GlosaPagos?: string }>; ind_servicio?: 1 | 2 | 3 | 4 | 5 | 6; periodo_desde?: string; periodo_hasta?: string; saldo_anterior?: number; impuestos?: Array<{ codigo?: 14 | 28 | 35 | 50 | 51 | 52; tasa?: (number | string); monto?: number; TipoImp?: number; TasaImp?: unknown; MontoImp?: number }>; tasa_credito_empresa_constructora?: (number | string); sin_derecho_rebaja?: boolean; tipo_transaccion_venta?: 1 | 2 | 3; tipo_transaccion_compra?: 1 | 2 | 3 | 4 | 5 | 6 | 7; medio_pago?: ("CH" | "LT" | "EF" | "PE" | "TC" | "CF" | "OT" | 1 | 2 | 3 | 4 | 5); cuenta_pago?: { tipo?: "AHORRO" | "CORRIENTE" | "VISTA"; numero?: string; banco?: string; TpoCtaPago?: string; NumCtaPago?: string; BcoPago?: string }; termino_pago?: { codigo?: string; glosa?: string; dias?: number; TermPagoCdg?: string; TermPagoGlosa?: string; TermPagoDias?: number }; vendedor?: string; caja?: string; rut_mandante?: string; rut_solicita?: string; iva_terceros?: number; otra_moneda?: { moneda: string; tipo_cambio: (number | string) }; subtotales?: Array<{ glosa?: string; orden?: number; neto?: (number | string); iva?: (number | string); adicional?: (number | string); exento?: (number | string); valor?: (number | string); lineas?: Array<number>; GlosaSTI?: string; OrdenSTI?: number; SubTotNetoSTI?: unknown; SubTotIVASTI?: unknown; SubTotAdicSTI?: unknown; SubTotExeSTI?: unknown; ValSubtotSTI?: unknown; LineasDeta?: Array<unknown> }>; impresion?: { datos?: Array<{ etiqueta?: string; valor?: string }>; notas?: Array<string>; leyenda?: string }; observaciones?: string; referencia_externa?: string; forzar_guia?: boolean; reemplaza?: { tipo_dte: number; folio: number }; forzar_reemplazo?: boolean; programar_para?: string; ambiente?: "simulacion" | "certificacion" | "produccion" }

export type EquivalenteEnPesos = { moneda?: "BOLIVAR" | "BOLIVIANO" | "CHELIN" | "CORONA DIN" | "CORONA NOR" | "CORONA SC" | "CRUZEIRO REAL" | "DIRHAM" | "DOLAR AUST" | "DOLAR CAN" | "DOLAR HK" | "DOLAR NZ" | "DOLAR SIN" | "DOLAR TAI" | "DOLAR USA" | "DRACMA" | "ESCUDO" | "EURO" | "FLORIN" | "FRANCO BEL" | "FRANCO FR" | "FRANCO SZ" | "GUARANI" | "LIBRA EST" | "LIRA" | "MARCO AL" | "MARCO FIN" | "NUEVO SOL" | "OTRAS MONEDAS" | "PESETA" | "PESO" | "PESO CL" | "PESO COL" | "PESO MEX" | "PESO URUG" | "RAND" | "RENMINBI" | "RUPIA" | "SUCRE" | "YEN"; tipo_cambio?: number; monto_neto?: number; monto_exento?: number; base_faena?: number; margen_comercial?: number; monto_iva?: number; impuestos?: Array<{ codigo?: 14 | 15 | 16 | 17 | 18 | 19 | 23 | 24 | 25 | 26 | 27 | 28 | 30 | 31 | 32 | 33 | 34 | 35 | 36 | 37 | 38 | 39 | 40 | 41 | 44 | 45 | 46 | 47 | 48 | 49 | 50 | 51 | 52 | 53 | 54 | 55 | 271 | 301 | 321 | 331 | 341 | 361 | 371 | 481; tasa?: number; monto?: number }>; iva_no_retenido?: number; monto_total?: number }

export type Totales = { monto_neto?: number; monto_exento?: number; base_faena?: number; margen_comercial?: number; tasa_iva?: number; monto_iva?: number; iva_propio?: number; iva_terceros?: number; impuestos?: Array<{ codigo?: 14 | 15 | 16 | 17 | 18 | 19 | 23 | 24 | 25 | 26 | 27 | 28 | 30 | 31 | 32 | 33 | 34 | 35 | 36 | 37 | 38 | 39 | 40 | 41 | 44 | 45 | 46 | 47 | 48 | 49 | 50 | 51 | 52 | 53 | 54 | 55 | 271 | 301 | 321 | 331 | 341 | 361 | 371 | 481; tasa?: number; monto?: number }>; iva_no_retenido?: number; credito_empresa_constructora?: number; garantia_envases?: number; comisiones?: { valor_neto?: number; valor_exento?: number; iva?: number }; monto_total: number; monto_no_facturable?: number; monto_periodo?: number; saldo_anterior?: number; valor_pagar?: number; moneda?: "BOLIVAR" | "BOLIVIANO" | "CHELIN" | "CORONA DIN" | "CORONA NOR" | "CORONA SC" | "CRUZEIRO REAL" | "DIRHAM" | "DOLAR AUST" | "DOLAR CAN" | "DOLAR HK" | "DOLAR NZ" | "DOLAR SIN" | "DOLAR TAI" | "DOLAR USA" | "DRACMA" | "ESCUDO" | "EURO" | "FLORIN" | "FRANCO BEL" | "FRANCO FR" | "FRANCO SZ" | "GUARANI" | "LIBRA EST" | "LIRA" | "MARCO AL" | "MARCO FIN" | "NUEVO SOL" | "OTRAS MONEDAS" | "PESETA" | "PESO" | "PESO CL" | "PESO COL" | "PESO MEX" | "PESO URUG" | "RAND" | "RENMINBI" | "RUPIA" | "SUCRE" | "YEN"; TotalPeriodo?: number; otra_moneda?: EquivalenteEnPesos }

export type LineaEmitida = { linea: number; codigo?: Array<{ tipo?: string; valor?: string }>; exento?: 1 | 2 | 3 | 4 | 5 | 6; retenedor?: { ind_agente?: "R"; base_faena?: number; margen_comercial?: number; precio_consumidor?: number }; nombre: string; descripcion?: string; QtyRef?: number; UnmdRef?: string; PrcRef?: number; cantidad?: number; Subcantidad?: Array<{ SubQty?: number; SubCod?: string; TipCodSubQty?: string }>; FchElabor?: string; FchVencim?: string; unidad?: string; precio?: number; OtrMnda?: { PrcOtrMon?: number; Moneda?: string; FctConv?: number; DctoOtrMnda?: number; RecargoOtrMnda?: number; MontoItemOtrMnda?: number }; descuento_pct?: number; descuento_monto?: number; SubDscto?: Array<{ TipoDscto?: "%" | "$"; ValorDscto?: number }>; recargo_pct?: number; recargo_monto?: number; SubRecargo?: Array<{ TipoRecargo?: "%" | "$"; ValorRecargo?: number }>; impuesto_adicional?: Array<14 | 15 | 16 | 17 | 18 | 19 | 23 | 24 | 25 | 26 | 27 | 28 | 30 | 31 | 32 | 33 | 34 | 35 | 36 | 37 | 38 | 39 | 40 | 41 | 44 | 45 | 46 | 47 | 48 | 49 | 50 | 51 | 52 | 53 | 54 | 55 | 271 | 301 | 321 | 331 | 341 | 361 | 371 | 481>; monto: number; tipo_doc_liq?: string; espectaculo?: 1 | 2; rut_mandante?: string; ticket?: { folio?: number; generado?: string; evento?: string; tipo?: string; codigo_evento?: string; fecha_evento?: string; lugar?: string; ubicacion?: string; fila?: string; asiento?: string } }

export type DescuentoGlobalEmitido = { linea: number; tipo: "D" | "R"; glosa?: string; tipo_valor: "%" | "$"; valor: number; ValorDROtrMnda?: number; afecta_exento?: 1 | 2 }

export type EstadoGuia = "vigente" | "anulada"

export type EstadoSii = "no_enviado" | "no_consultado" | "enviado" | "en_proceso" | "aceptado" | "aceptado_con_reparos" | "rechazado"

export type EstadoTrabajo = "reserved" | "pending" | "scheduled" | "processing" | "completed" | "failed" | "dlq" | "discarded"

export type TrabajoEmision = { id: string; job_id: string; estado: EstadoTrabajo; tipo_dte: number; folio: number | null; ambiente: Ambiente; empresa_id: string; rut_receptor: string; razon_social_receptor: string | null; monto_total: number; referencia_externa: string | null; created_at: string; started_at: string | null; completed_at: string | null; failed_at: string | null; intentos: number; max_intentos: number; proximo_intento: string | null; result: { track_id: string | null; folio: number; rut_receptor: string; monto_total: number; xml_firmado: string } | null; error: (FallaTrabajo | null); folio_estado: ("tomado" | "usado" | "retenido" | "libre" | "por_anular" | null) }

export type ResultadoAcuse = "anulado" | "reclamado" | "aceptado" | "recibido" | "no_aplica" | "aceptado_tacito" | "pendiente"

export type OrigenDocumento = "emitido" | "importado"

export type ContenidoDocumento = "xml" | "registro"

export type PaginacionCursor = { pagina: number | null; limite: number; total: number; paginas: number; siguiente: string | null; cursor: string | null }

export type Explicacion = { causa: string; solucion: string }

export type CuentaPago = { tipo?: "AHORRO" | "CORRIENTE" | "VISTA"; numero?: string; banco?: string }

export type TerminoPago = { codigo?: string; glosa?: string; dias?: number }

export type OtraMoneda = { moneda?: string; tipo_cambio?: number }

export type EmisorEmitido = { rut?: string; razon_social?: string; giro?: string; telefono?: Array<string>; email?: string; acteco?: Array<number>; Sucursal?: string; codigo_sucursal_sii?: number; direccion?: string; comuna?: string; ciudad?: string; IdAdicEmisor?: string; RUTProveedor?: string; RznSocProveedor?: string; CodAdicSucur?: string; RznSocEmisor?: string; GiroEmisor?: string }

export type ReceptorEmitido = { rut: string; codigo_interno?: string; razon_social?: string; extranjero?: { num_id?: string; nacionalidad?: string; tipo_doc_id?: 1 | 2; IdAdicRecep?: string }; giro?: string; contacto?: string; email?: string; direccion?: string; comuna?: string; ciudad?: string; DirPostal?: string; CmnaPostal?: string; CiudadPostal?: string; telefono?: string }

export type ChoferEmitido = { rut?: string; nombre?: string; pasaporte?: string }

export type TrasladoEmitido = { ind_traslado?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9; tipo_despacho?: 1 | 2 | 3; patente?: string; patente_carro?: string; rut_transportista?: string; direccion_destino?: string; comuna_destino?: string; ciudad_destino?: string; fecha_salida?: string; hora_salida?: string; fecha_llegada?: string; chofer?: ChoferEmitido; no_disponible?: Array<"patente" | "patente_carro" | "rut_transportista" | "chofer">; motivo_prolongado?: string; motivo_sin_precio?: string; declaracion?: string; guia_exportacion?: { codigo?: 1 | 2 | 3 | 4; folio_autorizacion?: number; fecha_autorizacion?: string } }

export type AduanaEmitida = { cod_mod_venta?: 1 | 2 | 3 | 4 | 9; cod_clau_venta?: 1 | 2 | 3 | 4 | 5 | 6 | 8 | 9 | 10 | 11 | 12 | 17 | 18; tot_clau_venta?: number; cod_via_transp?: 1 | 4 | 5 | 6 | 7 | 8 | 9 | 10; nombre_transp?: string; rut_cia_transp?: string; nom_cia_transp?: string; id_adic_transp?: string; booking?: string; operador?: string; cod_pto_embarque?: number; id_adic_pto_emb?: string; cod_pto_desemb?: number; id_adic_pto_desemb?: string; tara?: number; cod_unid_med_tara?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 23 | 24 | 99; peso_bruto?: number; cod_unid_peso_bruto?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 23 | 24 | 99; peso_neto?: number; cod_unid_peso_neto?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 23 | 24 | 99; tot_items?: number; tipo_bultos?: Array<{ cod_tpo_bultos?: number; cant_bultos?: number; marcas?: string; id_container?: string; sello?: string; emisor_sello?: string }>; monto_flete?: number; monto_seguro?: number; cod_pais_destin?: number }

export type ExportacionEmitida = { moneda?: string; tipo_cambio?: number; tot_bultos?: number; cod_pais_recep?: number; forma_pago_exp?: 1 | 2 | 11 | 12 | 21 | 32 | 50 | 60 | 80; ind_servicio?: 1 | 2 | 3 | 4 | 5 | 6; fecha_cancelacion?: string; aduana?: AduanaEmitida }

export type LiquidacionEmitida = { comisiones?: Array<{ linea?: number; tipo?: "C" | "O"; glosa?: string; tasa?: number; valor_neto?: number; valor_exento?: number; iva?: number }> }

export type CompraEmitida = { tipo_transaccion?: 1 | 2 | 3 | 4 | 5 | 6 | 7; retencion?: { codigo: number; tasa?: number }; comisiones?: Array<{ linea?: number; tipo?: "C" | "O"; glosa?: string; tasa?: number; valor_neto?: number; valor_exento?: number; iva?: number }> }

export type DatoImpreso = { etiqueta?: string; valor?: string }

export type ImpresionEmitida = { datos?: Array<DatoImpreso>; notas?: Array<string>; leyenda?: string }

export type ValorUsado = { moneda?: string; valor?: string; fecha?: string; fuente?: string }

export type ReferenciaEmitida = { linea: number; tipo_documento?: string; global?: 1; folio?: string; rut_otro?: string; fecha?: string; codigo?: (string | 1 | 2 | 3); razon?: string; IdAdicOtr?: string; CodVndor?: string; CodCaja?: string }

export type FirmaRespuesta = "valida" | "invalida" | "ausente" | "certificado_vencido"

export type RespuestaDelReceptor = { id: string; codigo: number | null; glosa: string; recinto: string; firma: FirmaRespuesta; rut_firmante: string | null; firmada_en: string | null; recibida_en: string; conflicto: string | null }

export type IntercambioDocumento = { recepcion: (RespuestaDelReceptor | null); resultado: (RespuestaDelReceptor | null); recibo: (RespuestaDelReceptor | null) }

export type EstadoHistoria = "no_enviado" | "no_consultado" | "enviado" | "en_proceso" | "aceptado" | "aceptado_con_reparos" | "rechazado" | "tomado" | "usado" | "retenido" | "libre" | "por_anular" | "descartado" | "anulada" | "copia_en_cola" | "copia_en_espera" | "copia_enviada" | "copia_fallida" | "copia_omitida" | "respuesta_receptor" | "importado" | "atendido" | "por_atender" | "correo_sii"

export type SolicitudEmitida = { tipo_dte: 33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112; fecha_vencimiento?: string; forma_pago?: 1 | 2 | 3; precio_incluye_iva?: boolean; receptor?: { rut: string; codigo_interno?: string; razon_social?: string; extranjero?: { num_id?: string; nacionalidad?: string; tipo_doc_id?: 1 | 2; IdAdicRecep?: string }; giro?: string; contacto?: string; email?: string; direccion?: string; comuna?: string; ciudad?: string; DirPostal?: string; CmnaPostal?: string; CiudadPostal?: string; telefono?: string; cliente_id?: string }; exportacion?: { moneda?: string; tipo_cambio?: (number | string); tot_bultos?: number; cod_pais_recep?: number; forma_pago_exp?: 1 | 2 | 11 | 12 | 21 | 32 | 50 | 60 | 80; ind_servicio?: 3 | 4 | 5 | 6; fecha_cancelacion?: string; aduana?: { cod_mod_venta?: 1 | 2 | 3 | 4 | 9; cod_clau_venta?: 1 | 2 | 3 | 4 | 5 | 6 | 8 | 9 | 10 | 11 | 12 | 17 | 18; tot_clau_venta?: (number | string); cod_via_transp?: 1 | 4 | 5 | 6 | 7 | 8 | 9 | 10; nombre_transp?: string; rut_cia_transp?: string; nom_cia_transp?: string; id_adic_transp?: string; booking?: string; operador?: string; cod_pto_embarque?: number; id_adic_pto_emb?: string; cod_pto_desemb?: number; id_adic_pto_desemb?: string; tara?: number; cod_unid_med_tara?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 23 | 24 | 99; peso_bruto?: (number | string); cod_unid_peso_bruto?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 23 | 24 | 99; peso_neto?: (number | string); cod_unid_peso_neto?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 23 | 24 | 99; tot_items?: number; tipo_bultos?: Array<{ cod_tpo_bultos?: number; cant_bultos?: number; marcas?: string; id_container?: string; sello?: string; emisor_sello?: string }>; monto_flete?: (number | string); monto_seguro?: (number | string); cod_pais_destin?: number } }; traslado?: { ind_traslado?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9; tipo_despacho?: 1 | 2 | 3; patente?: string; patente_carro?: string; rut_transportista?: string; direccion_destino?: string; comuna_destino?: string; ciudad_destino?: string; fecha_salida?: string; hora_salida?: string; fecha_llegada?: string; chofer?: { rut?: string; nombre?: string; pasaporte?: string }; no_disponible?: Array<"patente" | "patente_carro" | "rut_transportista" | "chofer">; motivo_prolongado?: string; motivo_sin_precio?: string; guia_exportacion?: { codigo?: 1 | 2 | 3 | 4; folio_autorizacion?: number; fecha_autorizacion?: string } }; liquidacion?: { comisiones?: Array<{ tipo?: "C" | "O"; glosa?: string; tasa?: (number | string); valor_neto?: number; valor_exento?: number; iva?: number }> }; georeferencia?: { latitud_emision?: string; longitud_emision?: string; sistema_referencia?: number }; madera?: { comuna_rol_origen?: number; mnz_rol_origen?: number; prd_rol_origen?: number; comuna_rol_destino?: number; mnz_rol_destino?: number; prd_rol_destino?: number; cod_plan_conaf?: string; aviso_ejecucion_faena?: string; latitud_origen_madera?: string; longitud_origen_madera?: string; latitud_destino_madera?: string; longitud_destino_madera?: string; sistemareferencia_madera?: number }; compra?: { comisiones?: Array<{ tipo?: "C" | "O"; glosa?: string; tasa?: (number | string); valor_neto?: number; valor_exento?: number; iva?: number }> }; detalle: Array<{ codigo?: Array<{ tipo?: string; valor?: string }>; exento?: 1 | 2 | 3 | 4 | 5 | 6; retenedor?: { ind_agente?: "R"; base_faena?: number; margen_comercial?: number; precio_consumidor?: number }; nombre: string; descripcion?: string; QtyRef?: (number | string); UnmdRef?: string; PrcRef?: (number | string); cantidad?: (number | string); Subcantidad?: Array<{ SubQty?: (number | string); SubCod?: string; TipCodSubQty?: string }>; FchElabor?: string; FchVencim?: string; unidad?: string; precio?: (number | string); OtrMnda?: { PrcOtrMon?: (number | string); Moneda?: string; FctConv?: (number | string); DctoOtrMnda?: (number | string); RecargoOtrMnda?: (number | string); MontoItemOtrMnda?: (number | string) }; descuento_pct?: (number | string); descuento_monto?: number; SubDscto?: Array<{ TipoDscto?: "%" | "$"; ValorDscto?: (number | string) }>; recargo_pct?: (number | string); recargo_monto?: number; SubRecargo?: Array<{ TipoRecargo?: "%" | "$"; ValorRecargo?: (number | string) }>; impuesto_adicional?: Array<14 | 15 | 17 | 18 | 19 | 23 | 24 | 25 | 26 | 27 | 271 | 28 | 30 | 301 | 31 | 32 | 321 | 33 | 331 | 34 | 341 | 35 | 36 | 361 | 37 | 371 | 38 | 39 | 41 | 44 | 45 | 46 | 47 | 48 | 481 | 49 | 50 | 51 | 52 | 53>; monto?: (number | string); tipo_doc_liq?: string; espectaculo?: 1 | 2; rut_mandante?: string; ticket?: { folio?: number; generado?: string; evento?: string; tipo?: string; codigo_evento?: string; fecha_evento?: string; lugar?: string; ubicacion?: string; fila?: string; asiento?: string } }>; DscRcgGlobal?: Array<{ tipo?: "D" | "R"; glosa?: string; tipo_valor?: "%" | "$"; valor?: (number | string); ValorDROtrMnda?: (number | string); afecta_exento?: 1 | 2 }>; referencias?: Array<{ tipo_documento?: string; global?: 1; folio?: string; rut_otro?: string; fecha?: string; codigo?: (string | 1 | 2 | 3); razon?: string; IdAdicOtr?: string; CodVndor?: string; CodCaja?: string }>; pagos?: Array<{ fecha?: string; monto?: number; glosa?: string }>; ind_servicio?: 1 | 2 | 3 | 4 | 5 | 6; periodo_desde?: string; periodo_hasta?: string; saldo_anterior?: number; impuestos?: Array<{ codigo?: 14 | 28 | 35 | 50 | 51 | 52; monto?: number; tasa?: (number | string) }>; tasa_credito_empresa_constructora?: (number | string); sin_derecho_rebaja?: boolean; tipo_transaccion_venta?: 1 | 2 | 3; tipo_transaccion_compra?: 1 | 2 | 3 | 4 | 5 | 6 | 7; medio_pago?: ("CH" | "LT" | "EF" | "PE" | "TC" | "CF" | "OT" | 1 | 2 | 3 | 4 | 5); cuenta_pago?: { tipo?: "AHORRO" | "CORRIENTE" | "VISTA"; numero?: string; banco?: string }; termino_pago?: { codigo?: string; glosa?: string; dias?: number }; vendedor?: string; caja?: string; rut_mandante?: string; rut_solicita?: string; iva_terceros?: number; otra_moneda?: { moneda: string; tipo_cambio: (number | string) }; subtotales?: Array<{ glosa?: string; orden?: number; neto?: (number | string); iva?: (number | string); adicional?: (number | string); exento?: (number | string); valor?: (number | string); lineas?: Array<number> }>; impresion?: { datos?: Array<{ etiqueta?: string; valor?: string }>; notas?: Array<string>; leyenda?: string }; observaciones?: string; referencia_externa?: string; forzar_guia?: boolean; reemplaza?: { tipo_dte: number; folio: number }; forzar_reemplazo?: boolean; ambiente: "simulacion" | "certificacion" | "produccion" }

export type Juicio = { ok: boolean; totales: (Totales | null); faltas: Array<{ campo: string; regla: "requerido" | "desconocido" | "sobra" | "alias" | "contradiccion" | "excluyente" | "repetido" | "tipo" | "formato" | "valor" | "igual" | "inmutable" | "vacio" | "largo_min" | "largo_max" | "cantidad_min" | "cantidad_max" | "rango" | "minimo" | "maximo" | "numero" | "entero" | "decimales" | "texto" | "caracter" | "solo_comillas" | "rut" | "rut_rango" | "rut_generico" | "fecha" | "hora" | "fecha_hora" | "instante" | "orden" | "futura" | "en_curso" | "posterior" | "pasado" | "lejano" | "correo" | "base64" | "comuna" | "codigo" | "moneda" | "url" | "https" | "credenciales" | "direccion" | "red" | "imagen" | "plan" | "gratis" | "ambiente" | "incorrecta" | "codigo_incorrecto" | "codigo_usado" | "codigo_cerrado" | "llave_invalida" | "llave_vencida" | "llave_copiada" | "propietario" | "no_existe" | "reservado" | "color" | "contraste" | "papel" | "simulado" | "demasiado_trabajo" | "no_es_pfx" | "clave_incorrecta" | "cifrado_no_soportado" | "sin_llave" | "sin_certificado" | "llave_no_rsa" | "llave_corta" | "llave_privada" | "sin_rut" | "aun_no_vigente" | "vencido" | "incompleto" | "firma" | "autoridad" | "empresa" | "tipo_dte" | "venta" | "ind_servicio" | "espectaculo" | "identificacion" | "turista" | "turista_comuna" | "producto" | "unidad" | "grados" | "forma_pago" | "impuesto" | "impuestos" | "exento" | "afecto" | "sin_afecto" | "sin_precio" | "sin_monto" | "monto" | "tasa" | "nota" | "anulacion" | "misma_nota" | "unica" | "negativo" | "porcentaje" | "credito" | "traslado" | "folio" | "global" | "globales" | "referencia" | "vigente" | "saldo" | "receptor" | "existe" | "sin_firmar" | "guia" | "anulada" | "no_rechazado" | "reemplazado" | "facturada" | "rechazada" | "descartada" | "sin_montos" | "importada" | "mismo_lote" | "documento" | "folios" | "detenido" | "sin_folios" | "ya_tomado" | "fuera_de_rango" | "anulado" | "antes_del_caf" | "traslape" | "cabecera"; mensaje: string }>; advertencias: Array<Advertencia> }

export type Borrador = { id: string; origen: "manual" | "duplicado" | "serie" | "mcp"; serie: string | null; solicitud: { [name: string]: unknown }; version: number; juicio: Juicio; estado: "abierto" | "emitido" | "descartado"; dte: { tipo_dte: number | null; folio: number | null; job_id: string; estado: (EstadoTrabajo | null) } | null; autor: string; created_at: string; updated_at: string }

export type Serie = { id: string; nombre: string; estado: "activa" | "detenida" | "pausada" | "terminada"; modo: "borrador" | "automatico"; proxima: string | null; emitidas: number; envio: "empresa" | "no" | "al_emitir" | "al_aceptar"; atraso_dias: number; regla: { cada: "dia" | "semana" | "mes" | "anio"; n: number; dias: Array<(number | string)> | null; mes: number | null; habil: "no" | "anterior" | "siguiente"; desde: string; hasta: string | null; veces: number | null; hora: string }; solicitud: { [name: string]: unknown }; pausada_hasta: string | null; detenida: { fecha: string; code: string | null; mensaje: string | null; proximo_intento: string | null } | null; autor: string; created_at: string; updated_at: string }

export type ProximaFecha = { fecha: string; n: number; estado: "prevista" | "omitida" | "cambiada"; propia: boolean; fecha_emision: string; solicitud: { [name: string]: unknown } | null; juicio: (Juicio | null); estimado: boolean }

export type Ocurrencia = { fecha: string; n: number; estado: "omitida" | "cambiada" | "borrador" | "emitida" | "detenida"; mover_a: string | null; propia: boolean; borrador_id: string | null; dte: { tipo_dte: number | null; folio: number | null; job_id: string } | null; code: string | null; mensaje: string | null; proximo_intento: string | null; updated_at: string }

export type Severidad = "mal" | "aviso" | "bien" | "nada"

export type FilaFirma = { empresa: { id: string; rut: string; razon_social: string; ambiente: Ambiente; responsable: string | null; responsable_id: string | null; etiquetas: Array<string>; f29: "12" | "20" }; severidad: (Severidad | null); sin_calcular: boolean; vence: string | null; facetas: { rcv: { severidad: Severidad; estado: "nunca" | "sincronizando" | "sincronizado" | "parcial" | "fallido"; compras: string | null; ventas: string | null; enlace: string } | null; acuses: { severidad: Severidad; pendientes: number; monto: number; vence: string | null; enlace: string } | null; cuadratura: { severidad: Severidad; causas: Array<{ lado: "ventas" | "compras"; clase: "emitidos_sin_registro" | "registro_sin_emitir" | "distinto_monto" | "rechazados_registrados" | "registro_sin_xml" | "xml_sin_registro" | "xml_sin_validez"; documentos: number }>; enlace: string } | null; f29: { severidad: Severidad; listo: boolean; falta: Array<"PERIOD_NOT_SYNCED" | "NOT_READ_AFTER_END" | "PARTIAL_PERIOD" | "PENDING_DOCUMENTS" | "DIFFERENCES">; debito: number | null; credito: number | null; diferencia: number | null; vence: string; sin_pago: string; declarado_el: string | null; vencidos: Array<{ periodo: string; vence: string }>; enlace: string } | null; rcof: { severidad: Severidad; obligatorio: boolean; sin_informe: number; enlace: string } | null; documentos: { severidad: Severidad; rechazados: number; detenidos: number; sin_veredicto: number; asuntos: Array<{ asunto: "documentos_rechazados" | "trabajos_detenidos" | "envios_detenidos" | "sin_veredicto" | "series_detenidas" | "borradores"; cantidad: number; enlace: string }>; enlace: string } | null; folios: { severidad: Severidad; tipos: Array<{ tipo_dte: number; disponibles: number; estado: ("agotados" | "bajos" | "por_agotarse" | "por_vencer" | null); se_agota_el: string | null; vence_el: string | null }>; enlace: string } | null; acceso: { severidad: Severidad; certificado: { valido_hasta: string } | null; clave: boolean; bloqueos: Array<{ metodo: string; motivo: "CLAVE_INCORRECTA" | "CLAVE_BLOQUEADA" | "DEMASIADAS_SESIONES" | "CERTIFICADO_RECHAZADO" | "SIN_REPRESENTACION" | "DESCONOCIDO"; hasta: string | null }>; buzon_apagado: string | null; fallidas: Array<{ tarea: "rcv" | "rcof" | "acuse" | "folios" | "bte" | "buzon"; fallas: number }>; enlace: string } | null } }

export type Cliente = { id: string; rut: string; razon_social: string; giro: string | null; direccion: string | null; comuna: string | null; ciudad: string | null; email: string | null; telefono: string | null; contacto: string | null; email_intercambio: string | null; forma_pago_defecto: number | null; extranjero: { num_id: string; nacionalidad: string | null; tipo_doc_id: number | null } | null; notas: string | null; origen: "manual" | "csv" | "rcv" | "emitidos"; created_at: string; eliminado_en: string | null; total_facturado: number | null; num_documentos: number | null; ultimo_dte: { tipo_dte: number; folio: number; fecha: string } | null; metricas_al: string | null }

export type TrabajoClientes = { id: string; job_id: string; tipo: TipoTrabajo; estado: EstadoOperacion; ambiente: Ambiente; objeto: string; progreso: { paso: string; hechos: number; total: number | null; espera_hasta: string | null } | null; created_at: string; started_at: string | null; completed_at: string | null; failed_at: string | null; intentos: number; max_intentos: number; proximo_intento: string | null; result: { creados: number; actualizados: number; omitidos: number; errores: Array<{ linea: number | null; mensaje: string }> } | null; error: (FallaTrabajo | null) }

export type EstadoImportacion = "recibiendo" | "leyendo" | "folios" | "guardando" | "enlazando" | "terminada" | "detenida"

export type Importacion = { id: string; estado: EstadoImportacion; nombre: string; bytes: number; sha256: string; simulada: boolean; motivo: string | null; archivos: number; desde: string | null; hasta: string | null; documentos: { nuevo: number; repetido: number; mejorado: number; conflicto: number; en_duda: number; recibido: number; otro_ambiente: number; ajeno: number; ilegible: number; descartado: number }; folios: Array<{ tipo_dte: number; siguiente_antes: number; siguiente: number; apartados: number }>; clientes: { creados: number; actualizados: number } | null; job_id: string | null; creada_en: string; terminada_en: string | null }

export type TrabajoHistoria = { id: string; job_id: string; tipo: TipoTrabajo; estado: EstadoOperacion; ambiente: Ambiente; objeto: string; progreso: { paso: string; hechos: number; total: number | null; espera_hasta: string | null } | null; created_at: string; started_at: string | null; completed_at: string | null; failed_at: string | null; intentos: number; max_intentos: number; proximo_intento: string | null; result: (Importacion | null); error: (FallaTrabajo | null) }

export type EstadoArchivoHistorico = "nuevo" | "repetido" | "mejorado" | "conflicto" | "en_duda" | "recibido" | "otro_ambiente" | "ajeno" | "ilegible" | "descartado"

export type ArchivoHistorico = { n: number; nombre: string; estado: EstadoArchivoHistorico; motivo: string | null; tipo_dte: number | null; folio: number | null; fecha_emision: string | null; rut_emisor: string | null; rut_receptor: string | null; monto_total: number | null; firma: string | null; timbre: string | null; resuelto: string | null }

export type Producto = { id: string; codigo: string; nombre: string; descripcion: string | null; unidad: string | null; precio: string | null; moneda: "CLP" | "UF" | "UTM" | "USD" | "EUR"; precio_con_iva: boolean; exento: boolean; impuesto_adicional: number | null; cuenta: string | null; centro: string | null; activo: boolean; origen: "manual" | "csv" | "emitidos"; usado_en: string | null; created_at: string; eliminado_en: string | null }

export type AlcancePedido = "factura" | "boleta"

export type AlcanceCertificacion = "factura" | "boleta"

export type EstadoCertificacion = "preparacion" | "set" | "simulacion" | "intercambio" | "muestras" | "declaracion" | "autorizada" | "abandonada"

export type ClaseSet = "basico" | "exenta" | "guia" | "compra" | "liquidacion" | "exportacion_1" | "exportacion_2" | "libro_ventas" | "libro_compras" | "libro_compras_exentos" | "libro_guias" | "boleta" | "simulacion"

export type EstadoSet = "con_dudas" | "espera_set" | "listo" | "emitiendo" | "enviado" | "validado" | "declarado" | "conforme" | "rechazado" | "obsoleto"

export type EstadoIntento = "emitiendo" | "enviado" | "validado" | "declarado" | "conforme" | "rechazado"

export type IntentoCertificacion = { id: string; numero: number; estado: EstadoIntento; documentos: Array<{ caso: number; id: string; tipo_dte: number; folio: number }>; track_id: string | null; fecha_envio: string | null; codigo_sii: string | null; glosa: string | null; razones: Array<{ caso: number | null; texto: string; remedio: string | null }>; declarado_fecha: string | null; veredicto: ("SOK" | "SRH" | null); veredicto_glosa: string | null; veredicto_origen: ("persona" | "correo" | null); creado_en: string }

export type SetCertificacion = { clase: ClaseSet; nombre: string; atencion: string | null; estado: EstadoSet; casos: number; dudas: number; faltas: number; folios: Array<{ tipo_dte: number; necesita: number; disponibles: number }>; intentos: number; intento: (IntentoCertificacion | null) }

export type EstadoRcof = "preparado" | "enviado" | "aceptado" | "aceptado_con_reparos" | "rechazado" | "reemplazado"

export type QuienPendiente = "persona" | "timbre" | "sii"

export type CodigoPendiente = "certificado" | "resolucion" | "postular" | "usuarios" | "cargar_set" | "set_no_admitido" | "responder_dudas" | "corregir_ajustes" | "esperar_set" | "folios" | "emitir" | "enviando" | "envio_detenido" | "validacion" | "declarar_avance" | "revision" | "corregir" | "avanzar_paso" | "anotar_etapa" | "simulacion" | "intercambio" | "muestras" | "rcof" | "declaracion" | "produccion"

export type PendienteCertificacion = { quien: QuienPendiente; codigo: CodigoPendiente; clase: (ClaseSet | null); accion: string; enlace: string | null; datos: { [name: string]: string }; desde: string }

export type Certificacion = { id: string; ambiente: Ambiente; alcance: AlcanceCertificacion; estado: EstadoCertificacion; desde: string; creada_en: string; resolucion_fecha: string | null; ronda: { numero: number; nombre: string; huella: string; cargada_en: string; vence_el: string } | null; sets: Array<SetCertificacion>; no_admitidos: Array<{ linea: number; mensaje: string }>; rcof: { fecha: string; estado: (EstadoRcof | null); completo: boolean; listo: boolean; reintentar: boolean } | null; pendientes: Array<PendienteCertificacion>; declarada_fecha: string | null; resolucion: { numero: number; fecha: string } | null }

export type EstadoPedido = "preparacion" | "set" | "simulacion" | "intercambio" | "muestras" | "declaracion" | "autorizada" | "abandonada"

export type DudaSet = { clave: string; caso: number | null; linea: number; mensaje: string; propuesta: string | null; respuesta: string | null }

export type CasoSet = { caso: number; linea: number; tipo_dte: number; texto: string; solicitud: { [name: string]: unknown } | null; totales: { neto: number; exento: number; iva: number; retenido: number; total: number; moneda: string } | null }

export type AjustesSet = { respuestas?: { [name: string]: string }; receptores?: Array<{ [name: string]: unknown }>; receptores_extranjeros?: Array<{ [name: string]: unknown }>; propio?: { [name: string]: unknown }; traslado?: { [name: string]: unknown }; tipo_cambio?: string; aduana?: { [name: string]: unknown } }

export type SetEntero = { clase: ClaseSet; nombre: string; atencion: string | null; estado: EstadoSet; casos: Array<CasoSet>; dudas: number; faltas: number; folios: Array<{ tipo_dte: number; necesita: number; disponibles: number }>; intentos: number; intento: (IntentoCertificacion | null); texto: string; notas: Array<string>; preguntas: Array<DudaSet>; por_corregir: Array<{ caso: number; campo: string; regla: string; mensaje: string }>; ajustes: AjustesSet; historia: Array<IntentoCertificacion> }

export type FoliosCertificacion = { folios: Array<{ tipo_dte: number; necesita: number; disponibles: number; faltan: number; trabajo: { job_id: string; estado: EstadoOperacion; error: (FallaTrabajo | null) } | null }> }

export type Rcof = { id: string; job_id: string; fecha: string; secuencia: number; estado: EstadoRcof; track_id: string | null; codigo_sii: string | null; glosa: string | null; error: (FallaTrabajo | null); obligatorio: boolean; enviado_en: string | null; resumen: Array<{ tipo_dte: number; neto: number; iva: number; exento: number; total: number; emitidos: number; anulados: number; utilizados: number; rangos: Array<Array<number>>; rangos_anulados: Array<Array<number>> }> }

export type RespuestaFirmada = { nombre: string; xml_base64: string }

export type IntercambioRespondido = { recepcion: RespuestaFirmada; recibos: RespuestaFirmada; resultado: RespuestaFirmada; documentos: Array<{ tipo_dte: number; folio: number; rut_receptor: string; recepcion: number; resultado: number }> }

export type PapelCertificacion = "declaracion" | "procedimientos" | "contingencia" | "respaldo"

export type PuntoRevision = "certificado" | "resolucion" | "emisor" | "reloj" | "dudas" | "solicitudes" | "folios" | "periodo" | "plazo"

export type TrabajoRcof = { id: string; job_id: string; tipo: TipoTrabajo; estado: EstadoOperacion; ambiente: Ambiente; objeto: string; progreso: { paso: string; hechos: number; total: number | null; espera_hasta: string | null } | null; created_at: string; started_at: string | null; completed_at: string | null; failed_at: string | null; intentos: number; max_intentos: number; proximo_intento: string | null; result: (Rcof | null); error: (FallaTrabajo | null) }

export type EstadoBte = "borrador" | "emitiendo" | "incierta" | "vigente" | "anulacion_solicitada" | "anulada" | "fallida"

export type Bte = { id: string; folio: number | null; codigo_barras: string | null; fecha: string; beneficiario: { rut: string; nombre: string; direccion: string | null; comuna: string | null }; servicios: Array<{ descripcion: string; monto: number }> | null; referencia_externa: string | null; total_bruto: number; tasa_retencion: number | null; total_retencion: number; total_liquido: number; estado: EstadoBte; origen: "timbre" | "sii"; causa: number | null; glosa: string | null; anulada_en: string | null; fallo: string | null; job_id: string | null; creada_en: string; advertencias: Array<Advertencia> }

export type TrabajoBte = { id: string; job_id: string; tipo: TipoTrabajo; estado: EstadoOperacion; ambiente: Ambiente; objeto: string; progreso: { paso: string; hechos: number; total: number | null; espera_hasta: string | null } | null; created_at: string; started_at: string | null; completed_at: string | null; failed_at: string | null; intentos: number; max_intentos: number; proximo_intento: string | null; result: ((Bte | { periodo: string; boletas: number; nuevas: number; modificadas: number }) | null); error: (FallaTrabajo | null) }

export type EstadoPeriodoRcv = "nunca" | "sincronizando" | "sincronizado" | "parcial" | "fallido"

export type LadoRcv = "compra" | "venta"

export type EstadoContable = "REGISTRO" | "PENDIENTE" | "NO_INCLUIR" | "RECLAMADO"

export type SincronizacionRcv = { periodo: string; estado: EstadoPeriodoRcv; sincronizado_en: string | null; actualizado_sii: string | null; tramos: Array<{ tipo: LadoRcv; estado_contable: EstadoContable; origen: "csv" | "sii"; documentos: number; sincronizado_en: string | null; incompleto: string | null; respondidas_aqui?: number }> }

export type TrabajoRcv = { id: string; job_id: string; tipo: TipoTrabajo; estado: EstadoOperacion; ambiente: Ambiente; objeto: string; progreso: { paso: string; hechos: number; total: number | null; espera_hasta: string | null } | null; created_at: string; started_at: string | null; completed_at: string | null; failed_at: string | null; intentos: number; max_intentos: number; proximo_intento: string | null; result: { periodo: string; estado: "sincronizado" | "parcial"; compras: { documentos: number; nuevos: number; modificados: number; ausentes: number }; ventas: { documentos: number; nuevos: number; modificados: number; ausentes: number }; vinculaciones_creadas: number; actualizado_sii: string | null; sincronizado_en: string | null; advertencias: Array<Advertencia> } | null; error: (FallaTrabajo | null) }

export type Vinculacion = { id: string; lado: LadoRcv; nc: { rut: string; tipo_dte: number; folio: number; fecha_emision: string; monto_total: number }; factura: { rut: string; tipo_dte: number; folio: number; fecha_emision: string; monto_total: number; saldo: number }; monto: number; origen: "xml" | "automatica" | "manual"; confianza: number; razones: Array<string>; creada_en: string }

export type ReglaContable = { id: string; orden: number; si: { libro: "ventas" | "compras" | "honorarios"; componente: string; tipos: Array<number> | null; rut: string | null; tipo_compra: Array<number> | null }; cuenta: string; centro: string | null; auxiliar: string | null; codigo_doc: string | null; glosa: string | null; created_at: string }

export type PlantillaAsientos = { id: string; nombre: string; incluida: boolean; duda: string | null; archivo: "csv" | "txt" | "xlsx"; separador: ";" | "," | "tab" | "|"; codificacion: "utf-8" | "utf-8-marca" | "latin-1"; fechas: "DD/MM/AAAA" | "DD-MM-AAAA" | "AAAA-MM-DD" | "AAAAMMDD"; encabezado: boolean; hoja: string; por_libro: boolean; columnas: Array<{ titulo: string; valor: string }>; created_at: string | null; updated_at: string | null }

export type ExportacionAsientos = { id: string; periodo: string; formato: string; base: "rcv" | "emitidos"; alcance: "nuevos" | "todo"; estado: "generada" | "confirmada" | "anulada"; libros: Array<{ libro: "ventas" | "compras" | "honorarios"; asientos: number; documentos: number; debe: number; haber: number }>; documentos: number; asientos: number; debe: number; haber: number; archivo: { nombre: string; tipo: string; bytes: number; sha256: string }; autor: string; created_at: string; confirmada_at: string | null; anulada_at: string | null; motivo: string | null }

export type FirmaRecibida = "valida" | "invalida" | "ausente" | "certificado_vencido"

export type TimbreRecibido = "valido" | "invalido" | "autoridad_desconocida" | "ausente"

export type MontosRecibido = "correctos" | "incorrectos" | "sin_revisar"

export type RespuestaIntercambio = { id: string; job_id: string; tipo: "recepcion" | "resultado" | "recibo"; estado: "armada" | "enviada" | "fallida"; codigo: number | null; glosa: string; recinto: string; rut_emisor: string; documentos: Array<{ id: string; tipo_dte: number; folio: number; codigo: number | null; glosa: string }>; origen: "persona" | "automatica"; destinatario: string | null; sin_salida: ("no_pedida" | "sin_direccion" | "sin_correo" | null); error: string | null; creada_en: string; firmada_en: string | null; enviada_en: string | null; advertencias?: Array<Advertencia> }

export type RecibidoCargado = { id: string; tipo_dte: number; folio: number; rut_emisor: string; razon_social_emisor: string; fecha_emision: string; monto_neto: number; monto_exento: number; monto_iva: number; monto_total: number; forma_pago: number | null; origen: "archivo" | "correo"; recibido_en: string; firma: FirmaRecibida; timbre: TimbreRecibido; montos: MontosRecibido; conflicto: boolean; rcv: { periodo: string; estado_contable: EstadoContable; coincide: boolean } | null; acuse: { resultado: ResultadoAcuse; vence_el: string | null }; pdf_original: boolean; informe: Array<{ codigo: string; nivel: "reparo" | "rechazo"; donde: string; mensaje: string }>; cesiones: Array<{ secuencia: number; cedente: { rut: string; razon_social: string | null }; cesionario: { rut: string; razon_social: string | null }; monto: number | null; ultimo_vencimiento: string | null; fecha_cesion: string | null; firma: FirmaRecibida }>; archivos_cesion: number; conflicto_con: Array<string>; detalle: Array<{ linea: number | null; codigos: Array<{ tipo: string | null; valor: string | null }>; nombre: string | null; descripcion: string | null; exento: number | null; cantidad: ((number | string) | null); unidad: string | null; precio: ((number | string) | null); descuento_monto: ((number | string) | null); recargo_monto: ((number | string) | null); monto: ((number | string) | null) }>; referencias: Array<{ linea: number | null; tipo_documento: string | null; folio: string | null; fecha: string | null; codigo: number | null; razon: string | null }>; archivo: { nombre: string; documentos: number; mensaje_id: string | null }; respuestas: Array<RespuestaIntercambio>; repetido: boolean; ignorados?: Array<{ nombre: string; motivo: string }> }

export type FilaRecibido = { id: string; tipo_dte: number; folio: number; rut_emisor: string; razon_social_emisor: string; fecha_emision: string; monto_neto: number; monto_exento: number; monto_iva: number; monto_total: number; forma_pago: number | null; origen: "archivo" | "correo"; recibido_en: string; firma: FirmaRecibida; timbre: TimbreRecibido; montos: MontosRecibido; conflicto: boolean; rcv: { periodo: string; estado_contable: EstadoContable; coincide: boolean } | null; acuse: { resultado: ResultadoAcuse; vence_el: string | null }; cesiones: number; pdf_original: boolean }

export type CargaDeRecibidos = { repetido: boolean; documentos: Array<{ repetido: boolean; documento: FilaRecibido }>; respuestas: number; ajenos: number; ignorados: Array<{ nombre: string; motivo: string }> }

export type Recibido = { id: string; tipo_dte: number; folio: number; rut_emisor: string; razon_social_emisor: string; fecha_emision: string; monto_neto: number; monto_exento: number; monto_iva: number; monto_total: number; forma_pago: number | null; origen: "archivo" | "correo"; recibido_en: string; firma: FirmaRecibida; timbre: TimbreRecibido; montos: MontosRecibido; conflicto: boolean; rcv: { periodo: string; estado_contable: EstadoContable; coincide: boolean } | null; acuse: { resultado: ResultadoAcuse; vence_el: string | null }; pdf_original: boolean; informe: Array<{ codigo: string; nivel: "reparo" | "rechazo"; donde: string; mensaje: string }>; cesiones: Array<{ secuencia: number; cedente: { rut: string; razon_social: string | null }; cesionario: { rut: string; razon_social: string | null }; monto: number | null; ultimo_vencimiento: string | null; fecha_cesion: string | null; firma: FirmaRecibida }>; archivos_cesion: number; conflicto_con: Array<string>; detalle: Array<{ linea: number | null; codigos: Array<{ tipo: string | null; valor: string | null }>; nombre: string | null; descripcion: string | null; exento: number | null; cantidad: ((number | string) | null); unidad: string | null; precio: ((number | string) | null); descuento_monto: ((number | string) | null); recargo_monto: ((number | string) | null); monto: ((number | string) | null) }>; referencias: Array<{ linea: number | null; tipo_documento: string | null; folio: string | null; fecha: string | null; codigo: number | null; razon: string | null }>; archivo: { nombre: string; documentos: number; mensaje_id: string | null }; respuestas: Array<RespuestaIntercambio> }

export type Buzon = { tipo: "imap" | "simulador"; host: string | null; puerto: number | null; seguridad: ("tls" | "starttls" | null); usuario: string | null; carpeta: string; desde: string | null; despues: "marcar" | "mover" | "nada"; carpeta_procesados: string | null; guardado_en: string; apagado: { desde: string; motivo: string } | null; leido_en: string | null; error: string | null }

export type ResultadoMensaje = "leyendo" | "documentos" | "respuestas" | "repetido" | "otro_rut" | "ignorado"

export type RespuestaRecibida = { id: string; clase: "recepcion" | "resultado" | "recibo" | "sii"; rut_responde: string; remitente: string | null; tipo_dte: number | null; folio: number | null; codigo: number | null; glosa: string; recinto: string; firma: FirmaRespuesta; rut_firmante: string | null; propia: boolean; motivo: ("documento_desconocido" | "otro_emisor" | "otro_receptor" | "otros_datos" | "codigo_desconocido" | "ningun_documento" | "track_id_desconocido" | "contradice_al_sii" | null); firmada_en: string | null; recibida_en: string }

export type TrabajoRecibidos = { id: string; job_id: string; tipo: TipoTrabajo; estado: EstadoOperacion; ambiente: Ambiente; objeto: string; progreso: { paso: string; hechos: number; total: number | null; espera_hasta: string | null } | null; created_at: string; started_at: string | null; completed_at: string | null; failed_at: string | null; intentos: number; max_intentos: number; proximo_intento: string | null; result: (({ mensajes: number; documentos: number; repetidos: number; ignorados: number } | RespuestaIntercambio) | null); error: (FallaTrabajo | null) }

export type AccionAcuse = "ERM" | "ACD" | "RCD" | "RFP" | "RFT"

export type TrabajoAcuse = { id: string; job_id: string; tipo: TipoTrabajo; estado: EstadoOperacion; ambiente: Ambiente; objeto: string; progreso: { paso: string; hechos: number; total: number | null; espera_hasta: string | null } | null; created_at: string; started_at: string | null; completed_at: string | null; failed_at: string | null; intentos: number; max_intentos: number; proximo_intento: string | null; result: (({ id: string; estado: "registrado"; accion: AccionAcuse; codigo_sii: string; glosa: string; registrado_en: string; resultado: ResultadoAcuse; vence_el: string | null } | { registrados: number; repetidos: number; rehusados: number; pendientes: number; documentos: Array<{ rut_emisor: string; tipo_dte: number; folio: number; estado: "registrado" | "repetido" | "rehusado" | "pendiente"; codigo_sii: string | null; glosa: string | null; causa: string | null }> } | { consultados: number; rehusados: number; pendientes: number }) | null); error: (FallaTrabajo | null) }

export type EstadoCompraInternacional = "extrayendo" | "extraida" | "sin_extraer" | "clasificada" | "emitiendo" | "emitida" | "descartada"

export type CompraInternacional = { id: string; estado: EstadoCompraInternacional; extraccion: { metodo: ("reglas" | "ubl" | "cii" | "ia" | "json" | "estado_cuenta" | "sin_extraer" | null); paginas: number | null; motivo: string | null }; archivo: { nombre: string; sha256: string } | null; propuesta: { proveedor: { nombre: string | null; pais: string | null; tax_id: string | null; direccion: string | null }; numero: string | null; fecha: string | null; moneda: string | null; monto: string | null; impuesto_extranjero: string | null; descripcion: string | null }; conversion: { moneda: string; tipo_cambio: string; fecha_tc: string; fuente: "tabla" | "servidor" | "bcentral" | "manual" | "estado_cuenta" | "pesos"; monto_clp: number } | null; campos_dudosos: Array<{ campo: string; motivo: string; alternativas: Array<string> }>; clasificacion: { naturaleza: "servicio" | "bien_importado" | "indeterminado"; prestador_residente: boolean | null; iva_chileno_cobrado: boolean | null; confirmado: boolean; afecto_impuesto_adicional: boolean | null }; bloqueos: Array<{ motivo: MotivoBloqueo; mensaje: string }>; emitible: boolean; iva_retenido: number | null; iva_recuperable: number | null; tratamiento_credito: "segun_reglas_contables"; dte: { tipo_dte: number; folio: number | null; job_id: string; estado_sii: (EstadoSii | null) } | null; posible_repetida: string | null; estado_cuenta: { id: string; fila: number } | null; advertencias: Array<Advertencia>; creado_en: string; actualizado_en: string }

export type EstadoCuenta = { id: string; estado: "extrayendo" | "extraido" | "sin_extraer"; archivo: { nombre: string; sha256: string }; formato: string | null; tarjeta: string | null; motivo: string | null; movimientos: number; creado_en: string; filas: Array<{ n: number; fecha: string; comercio: string; pais: string | null; moneda: string; monto: string; monto_clp: number | null; duda: string | null; compra_id: string | null; sugerencia: { compra_id: string; confianza: number } | null }>; ilegibles: Array<{ linea: number; motivo: string }> }

export type TrabajoCompraInternacional = { id: string; job_id: string; tipo: TipoTrabajo; estado: EstadoOperacion; ambiente: Ambiente; objeto: string; progreso: { paso: string; hechos: number; total: number | null; espera_hasta: string | null } | null; created_at: string; started_at: string | null; completed_at: string | null; failed_at: string | null; intentos: number; max_intentos: number; proximo_intento: string | null; result: { id: string } | null; error: (FallaTrabajo | null) }

export type ConfigPlantilla = { colores?: { recuadro?: "rojo" | "negro"; acento?: string }; columnas?: { linea?: boolean; codigo?: boolean }; mostrar?: { telefono?: boolean; email?: boolean; sitio_web?: boolean; contacto?: boolean; ciudad?: boolean }; textos?: { encabezado?: string; nota?: string; leyenda?: string }; filas?: Array<{ dato: string; etiqueta?: string; lugar: "documento" | "receptor" }>; logo?: { mostrar?: boolean; posicion?: "izquierda" | "arriba"; alto_mm?: number } }

export type TipoEvento = "dte.emitido" | "dte.fallido" | "dte.descartado" | "dte.aceptado" | "dte.con_reparos" | "dte.rechazado" | "dte.acuse" | "intercambio.respuesta" | "acuse.registrado" | "acuse.por_vencer" | "dte.recibido" | "folios.bajos" | "folios.agotados" | "folios.por_vencer" | "folios.recibidos" | "folios.anulados" | "folios.rehusados" | "certificado.por_vencer" | "certificado.vencido" | "rcv.sincronizado" | "rcof.enviado" | "rcof.aceptado" | "rcof.rechazado" | "certificacion.veredicto" | "certificacion.avance" | "certificacion.plazo" | "bte.emitida" | "bte.anulada" | "bte.fallida" | "compra_int.extraida" | "historia.terminada" | "borrador.creado" | "recurrente.detenida" | "recurrente.terminada" | "asientos.generados" | "trabajo.terminado" | "portal.bloqueado" | "portal.disponible" | "buzon.error" | "programacion.fallida" | "respaldo.fallido" | "sii.incidente" | "sii.recuperado" | "cuota.80" | "cuota.agotada" | "webhook.prueba" | "webhook.desactivado"

export type Webhook = { id: string; url: string; eventos: Array<TipoEvento>; descripcion: string | null; activo: boolean; ambiente: Ambiente; motivo_inactivo: string | null; fallando_desde: string | null; created_at: string; updated_at: string }

export type Entrega = { id: string; evento: TipoEvento; evento_id: string; estado: "pendiente" | "entregada" | "fallida"; vez: number; intentos: number; proximo_intento: string | null; status: number | null; error: string | null; created_at: string }

export type RegistroVecino = { resumen: Array<{ estado_contable: "REGISTRO" | "PENDIENTE" | "RECLAMADO" | "NO_INCLUIR"; tipo_dte: number; documentos: number; monto_exento: number; monto_neto: number; monto_iva: number; monto_total: number }>; documentos: Array<{ estado_contable: "REGISTRO" | "PENDIENTE" | "RECLAMADO" | "NO_INCLUIR"; tipo_dte: number; folio: number; rut: string; razon_social: string; fecha_emision: string; recibido: string | null; acuse: string | null; reclamo: string | null; tipo_transaccion: number; monto_total: number }> }

export type Vecino = { rut: string; razon_social: string; temple: "proveedor" | "proveedor_anula" | "proveedor_windows" | "proveedor_contado" | "proveedor_notas" | "proveedor_desprolijo" | "cliente_formal" | "cliente_callado" | "cliente_reclama" | "tenedor" | "tercero"; descripcion: string; retraso: number; correo: boolean }

export type EventoDteEmitido = { evento: "dte.emitido"; data: { job_id: string; tipo_dte: number; folio: number; track_id: string | null; rut_emisor: string; rut_receptor: string; monto_total: number; fecha_emision: string } }

export type EventoDteFallido = { evento: "dte.fallido"; data: { job_id: string; tipo_dte: number; folio: number | null; track_id: string | null; rut_emisor: string | null; rut_receptor: string | null; monto_total: number | null; fecha_emision: string | null; error: FallaTrabajo } }

export type EventoDteDescartado = { evento: "dte.descartado"; data: { job_id: string; tipo_dte: number; folio: number | null; track_id: string | null; rut_emisor: string | null; rut_receptor: string | null; monto_total: number | null; fecha_emision: string | null } }

export type EventoDteAceptado = { evento: "dte.aceptado"; data: { job_id: string; tipo_dte: number; folio: number; track_id: string | null; rut_emisor: string; rut_receptor: string; monto_total: number; fecha_emision: string; estado_sii: "aceptado"; codigo_sii: string | null; glosa: string | null } }

export type EventoDteConReparos = { evento: "dte.con_reparos"; data: { job_id: string; tipo_dte: number; folio: number; track_id: string | null; rut_emisor: string; rut_receptor: string; monto_total: number; fecha_emision: string; estado_sii: "aceptado_con_reparos"; codigo_sii: string | null; glosa: string | null } }

export type EventoDteRechazado = { evento: "dte.rechazado"; data: { job_id: string; tipo_dte: number; folio: number; track_id: string | null; rut_emisor: string; rut_receptor: string; monto_total: number; fecha_emision: string; estado_sii: "rechazado"; codigo_sii: string | null; glosa: string | null } }

export type EventoFoliosBajos = { evento: "folios.bajos"; data: { empresa_id: string; ambiente: Ambiente; tipo_dte: number; disponibles: number; umbral: number | null } }

export type EventoFoliosAgotados = { evento: "folios.agotados"; data: { empresa_id: string; ambiente: Ambiente; tipo_dte: number; disponibles: number; umbral: number | null } }

export type EventoFoliosPorVencer = { evento: "folios.por_vencer"; data: { empresa_id: string; tipo_dte: number; desde: number; hasta: number; restantes: number; vence_el: string; dias_restantes: number } }

export type EventoFoliosRecibidos = { evento: "folios.recibidos"; data: { empresa_id: string; ambiente: Ambiente; tipo_dte: number; desde: number; hasta: number; cantidad: number; vence_el: string | null; origen: "carga" | "solicitud" } }

export type EventoCertificadoPorVencer = { evento: "certificado.por_vencer"; data: { empresa_id: string; rut_titular: string; valido_hasta: string; dias_restantes: number } }

export type EventoCertificadoVencido = { evento: "certificado.vencido"; data: { empresa_id: string; rut_titular: string; valido_hasta: string; dias_restantes: number } }

export type EventoSiiIncidente = { evento: "sii.incidente"; data: { empresa_id: string; ambiente: Ambiente; desde: string; code: CodigoError; error: string } }

export type EventoSiiRecuperado = { evento: "sii.recuperado"; data: { empresa_id: string; ambiente: Ambiente; desde: string; hasta: string } }

export type EventoCuota80 = { evento: "cuota.80"; data: { empresa_id: string; cuota: "consultas" | "emisiones"; periodo: string; usadas: number; limite: number; restantes: number } }

export type EventoCuotaAgotada = { evento: "cuota.agotada"; data: { empresa_id: string; cuota: "consultas" | "emisiones"; periodo: string; usadas: number; limite: number; restantes: number } }

export type EventoRespaldoFallido = { evento: "respaldo.fallido"; data: { empresa_id: string; motivo: string; desde: string; mensaje: string } }

export type EventoWebhookPrueba = { evento: "webhook.prueba"; data: { empresa_id: string; webhook_id: string; mensaje: string } }

export type EventoWebhookDesactivado = { evento: "webhook.desactivado"; data: { empresa_id: string; webhook_id: string; url: string; motivo: string } }

export type EventoCertificacionVeredicto = { evento: "certificacion.veredicto"; data: { empresa_id: string; ambiente: Ambiente; certificacion_id: string; alcance: AlcanceCertificacion; clase: string; intento_id: string; estado: "emitiendo" | "enviado" | "validado" | "declarado" | "conforme" | "rechazado"; veredicto: string | null; glosa: string | null; origen: string | null } }

export type EventoCertificacionAvance = { evento: "certificacion.avance"; data: { empresa_id: string; ambiente: Ambiente; certificacion_id: string; alcance: AlcanceCertificacion; estado: EstadoCertificacion; clase: string | null } }

export type EventoCertificacionPlazo = { evento: "certificacion.plazo"; data: { empresa_id: string; ambiente: Ambiente; certificacion_id: string; alcance: AlcanceCertificacion; vence_el: string } }

export type EventoHistoriaTerminada = { evento: "historia.terminada"; data: { empresa_id: string; ambiente: Ambiente; importacion_id: string; documentos: { [name: string]: number }; folios: Array<{ tipo_dte: number; siguiente_antes: number; siguiente: number; apartados: number }> } }

export type EventoBorradorCreado = { evento: "borrador.creado"; data: { empresa_id: string; ambiente: Ambiente; id: string | null; origen: string; serie: string | null; ok: boolean; cantidad: number } }

export type EventoRecurrenteDetenida = { evento: "recurrente.detenida"; data: { empresa_id: string; ambiente: Ambiente; serie_id: string; nombre: string; fecha: string; code: string | null; mensaje: string | null } }

export type EventoRecurrenteTerminada = { evento: "recurrente.terminada"; data: { empresa_id: string; ambiente: Ambiente; serie_id: string; nombre: string; motivo: "regla" | "persona"; emitidas: number } }

export type EventoAsientosGenerados = { evento: "asientos.generados"; data: { empresa_id: string; ambiente: Ambiente; id: string; periodo: string; formato: string; libros: Array<string>; documentos: number; asientos: number; debe: number; sha256: string } }

export type EventoDteAcuse = { evento: "dte.acuse"; data: { empresa_id: string; ambiente: Ambiente; job_id: string; tipo_dte: number; folio: number; track_id: string | null; rut_emisor: string; rut_receptor: string; monto_total: number; fecha_emision: string; resultado: ResultadoAcuse; evento: { codigo: string | null; fecha: string; rut: string }; fuente: "sii" | "rcv" } }

export type EventoBteEmitida = { evento: "bte.emitida"; data: { empresa_id: string; ambiente: Ambiente; id: string; folio: number | null; fecha: string; rut_beneficiario: string; total_bruto: number; total_retencion: number; total_liquido: number; estado: EstadoBte; causa: number | null; motivo: string | null } }

export type EventoBteAnulada = { evento: "bte.anulada"; data: { empresa_id: string; ambiente: Ambiente; id: string; folio: number | null; fecha: string; rut_beneficiario: string; total_bruto: number; total_retencion: number; total_liquido: number; estado: EstadoBte; causa: number | null; motivo: string | null } }

export type EventoBteFallida = { evento: "bte.fallida"; data: { empresa_id: string; ambiente: Ambiente; id: string; folio: number | null; fecha: string; rut_beneficiario: string; total_bruto: number; total_retencion: number; total_liquido: number; estado: EstadoBte; causa: number | null; motivo: string | null } }

export type EventoFoliosAnulados = { evento: "folios.anulados"; data: { empresa_id: string; ambiente: Ambiente; tipo_dte: number; desde: number; hasta: number; rehusados: Array<{ folio: number; glosa: string }> } }

export type EventoFoliosRehusados = { evento: "folios.rehusados"; data: { empresa_id: string; ambiente: Ambiente; tipo_dte: number; glosa: string; solucion: string | null } }

export type EventoDteRecibido = { evento: "dte.recibido"; data: { empresa_id: string; ambiente: Ambiente; id: string | null; tipo_dte: number; folio: number; rut_emisor: string; razon_social_emisor: string | null; monto_total: number; fecha_emision: string; origen: "archivo" | "correo" | "registro"; vence_el: string | null } }

export type EventoIntercambioRespuesta = { evento: "intercambio.respuesta"; data: { empresa_id: string; ambiente: Ambiente; job_id: string; tipo_dte: number; folio: number; rut_receptor: string; clase: "recepcion" | "resultado" | "recibo"; estado: number | null; glosa: string; firma: FirmaRespuesta } }

export type EventoAcuseRegistrado = { evento: "acuse.registrado"; data: { empresa_id: string; ambiente: Ambiente; rut_emisor: string; tipo_dte: number; folio: number; accion: AccionAcuse; registrado_en: string; resultado: ResultadoAcuse } }

export type EventoAcusePorVencer = { evento: "acuse.por_vencer"; data: { empresa_id: string; ambiente: Ambiente; horas: number; documentos: number; monto_total: number; primeros: Array<{ rcv_id: string | null; recibido_id: string | null; periodo: string | null; rut_emisor: string; razon_social: string | null; tipo_dte: number; folio: number; fecha_emision: string; monto_total: number; recibido_sii: string; plazo_estimado: boolean; vence_el: string; horas_restantes: number }> } }

export type EventoRcofEnviado = { evento: "rcof.enviado"; data: { empresa_id: string; ambiente: Ambiente; fecha: string; secuencia: number; track_id: string | null; estado: EstadoRcof; codigo_sii: string | null; glosa: string | null } }

export type EventoRcofAceptado = { evento: "rcof.aceptado"; data: { empresa_id: string; ambiente: Ambiente; fecha: string; secuencia: number; track_id: string | null; estado: EstadoRcof; codigo_sii: string | null; glosa: string | null } }

export type EventoRcofRechazado = { evento: "rcof.rechazado"; data: { empresa_id: string; ambiente: Ambiente; fecha: string; secuencia: number; track_id: string | null; estado: EstadoRcof; codigo_sii: string | null; glosa: string | null } }

export type EventoRcvSincronizado = { evento: "rcv.sincronizado"; data: { empresa_id: string; ambiente: Ambiente; periodo: string; estado: "sincronizado" | "parcial"; compras: { documentos: number; nuevos: number; modificados: number; ausentes: number }; ventas: { documentos: number; nuevos: number; modificados: number; ausentes: number }; vinculaciones_creadas: number; sincronizado_en: string | null; job_id: string } }

export type EventoCompraIntExtraida = { evento: "compra_int.extraida"; data: { empresa_id: string; ambiente: Ambiente; id: string; estado: "extraida" | "sin_extraer"; bloqueos: Array<{ motivo: MotivoBloqueo; mensaje: string }> } }

export type EventoTrabajoTerminado = { evento: "trabajo.terminado"; data: { empresa_id: string; ambiente: Ambiente; job_id: string; tipo: TipoTrabajo; estado: "completed" | "failed" | "dlq"; objeto: string; error: (FallaTrabajo | null) } }

export type EventoPortalBloqueado = { evento: "portal.bloqueado"; data: { empresa_id: string; ambiente: Ambiente; metodo: "certificado" | "clave"; motivo: MotivoBloqueoPortal; codigo_sii: string | null; hasta: string | null; accion: string } }

export type EventoBuzonError = { evento: "buzon.error"; data: { empresa_id: string; ambiente: Ambiente; metodo: "imap"; motivo: "clave"; codigo_sii: null; hasta: null; accion: string } }

export type EventoPortalDisponible = { evento: "portal.disponible"; data: { empresa_id: string; ambiente: Ambiente; metodo: "certificado" | "clave"; motivo: null; codigo_sii: null; hasta: null; accion: null } }

export type EventoProgramacionFallida = { evento: "programacion.fallida"; data: { empresa_id: string; ambiente: Ambiente; tarea: TareaProgramada; error: (FallaTrabajo | null) } }

export interface Routes {
  'POST /auth/register': {
    body: { nombre: string; email: string; password: string; empresa?: { rut: string; razon_social: string } }
    response: { ok: true; data: { access_token: string; refresh_token: string; token_type: "Bearer"; expires_in: number; usuario: { id: string; nombre: string; email: string; rol: Rol }; empresa_activa: { id: string; rut: string; razon_social: string; ambiente: Ambiente } | null; cuenta: { id: string; nombre: string; email: string; plan: string; created_at: string } }; access_token: string; refresh_token: string; token_type: "Bearer"; expires_in: number }
  }
  'POST /auth/login': {
    body: { email: string; password: string }
    response: { ok: true; data: { access_token: string; refresh_token: string; token_type: "Bearer"; expires_in: number; usuario: { id: string; nombre: string; email: string; rol: Rol }; empresa_activa: { id: string; rut: string; razon_social: string; ambiente: Ambiente } | null }; access_token: string; refresh_token: string; token_type: "Bearer"; expires_in: number }
  }
  'POST /auth/login/segundo-factor': {
    body: { ticket: string; codigo: string }
    response: { ok: true; data: { access_token: string; refresh_token: string; token_type: "Bearer"; expires_in: number; usuario: { id: string; nombre: string; email: string; rol: Rol }; empresa_activa: { id: string; rut: string; razon_social: string; ambiente: Ambiente } | null }; access_token: string; refresh_token: string; token_type: "Bearer"; expires_in: number }
  }
  'POST /auth/refresh': {
    body: { refresh_token: string }
    response: { ok: true; data: { access_token: string; refresh_token: string; token_type: "Bearer"; expires_in: number }; access_token: string; refresh_token: string; token_type: "Bearer"; expires_in: number }
  }
  'POST /auth/logout': {
    body: { refresh_token: string }
    response: undefined
  }
  'GET /auth/me': {
    response: { ok: true; data: { usuario: { id: string; nombre: string; email: string }; rol: Rol; permisos: Array<Permiso>; tipos_dte: Array<number>; empresas: Array<{ id: string; rut: string; razon_social: string; ambiente: Ambiente }>; empresa_activa: { id: string; rut: string; razon_social: string; ambiente: Ambiente } | null; falta_segundo_factor: boolean; envia_correo: boolean } }
  }
  'GET /auth/sesiones': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-last_used_at" | "last_used_at" }
    response: { ok: true; data: Array<{ id: string; created_at: string; last_used_at: string; ip: string | null; agente: string | null; actual: boolean }>; paginacion: Paginacion }
  }
  'DELETE /auth/sesiones/:id': {
    params: { id: string }
    response: undefined
  }
  'POST /auth/cookie': {
    response: undefined
  }
  'DELETE /auth/cookie': {
    response: undefined
  }
  'POST /auth/login/llave-acceso/comenzar': {
    body: { ticket?: string }
    response: { ok: true; data: { opciones: { [name: string]: unknown } } }
  }
  'POST /auth/login/llave-acceso': {
    body: { ticket?: string; credencial: { [name: string]: unknown } }
    response: { ok: true; data: { access_token: string; refresh_token: string; token_type: "Bearer"; expires_in: number; usuario: { id: string; nombre: string; email: string; rol: Rol }; empresa_activa: { id: string; rut: string; razon_social: string; ambiente: Ambiente } | null }; access_token: string; refresh_token: string; token_type: "Bearer"; expires_in: number }
  }
  'GET /auth/segundo-factor': {
    response: { ok: true; data: SegundoFactor }
  }
  'POST /auth/segundo-factor': {
    body: { password: string }
    response: { ok: true; data: { secreto: string; uri: string; qr_svg: string } }
  }
  'POST /auth/segundo-factor/activar': {
    body: { codigo: string }
    response: { ok: true; data: CodigosRecuperacion }
  }
  'POST /auth/segundo-factor/confirmar': {
    body: { codigo: string }
    response: { ok: true; data: { confirmado_hasta: string } }
  }
  'POST /auth/segundo-factor/codigos': {
    body: { password: string; codigo?: string }
    response: { ok: true; data: CodigosRecuperacion }
  }
  'POST /auth/segundo-factor/quitar': {
    body: { password: string; codigo?: string }
    response: undefined
  }
  'GET /auth/llaves-acceso': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "created_at" | "-created_at" }
    response: { ok: true; data: Array<LlaveAcceso>; paginacion: Paginacion }
  }
  'POST /auth/llaves-acceso': {
    body: { nombre: string; credencial: { [name: string]: unknown } }
    response: { ok: true; data: { id: string; nombre: string; sitio: string; created_at: string; last_used_at: string | null; codigos_recuperacion: Array<string> | null } }
  }
  'POST /auth/llaves-acceso/comenzar': {
    body: { password: string }
    response: { ok: true; data: { opciones: { [name: string]: unknown } } }
  }
  'PUT /auth/llaves-acceso/:id': {
    params: { id: string }
    body: { nombre: string }
    response: { ok: true; data: LlaveAcceso }
  }
  'DELETE /auth/llaves-acceso/:id': {
    params: { id: string }
    response: undefined
  }
  'POST /auth/llaves-acceso/confirmar/comenzar': {
    response: { ok: true; data: { opciones: { [name: string]: unknown } } }
  }
  'POST /auth/llaves-acceso/confirmar': {
    body: { credencial: { [name: string]: unknown } }
    response: { ok: true; data: { confirmado_hasta: string } }
  }
  'PUT /auth/password': {
    body: { actual: string; nueva: string }
    response: undefined
  }
  'POST /auth/password/olvidada': {
    body: { email: string }
    response: { ok: true; data: { mensaje: string } }
  }
  'POST /auth/password/restablecer': {
    body: { token: string; nueva: string }
    response: { ok: true; data: { mensaje: string } }
  }
  'GET /v1/cuenta': {
    response: { ok: true; data: { id: string; nombre: string; email: string; plan: "Gratis" | "Emprendedor" | "Profesional" | "Empresa"; created_at: string; segundo_factor_exigido: boolean; estado: "activa" } }
  }
  'PUT /v1/cuenta': {
    body: { nombre?: string; email?: string }
    response: { ok: true; data: { id: string; nombre: string; email: string; plan: "Gratis" | "Emprendedor" | "Profesional" | "Empresa"; created_at: string; segundo_factor_exigido: boolean; estado: "activa" } }
  }
  'PUT /v1/cuenta/segundo-factor': {
    body: { exigido: boolean }
    response: { ok: true; data: { id: string; nombre: string; email: string; plan: "Gratis" | "Emprendedor" | "Profesional" | "Empresa"; created_at: string; segundo_factor_exigido: boolean; estado: "activa" } }
  }
  'GET /v1/cuenta/uso': {
    response: { ok: true; data: { periodo: string; consultas: { usadas: number; limite: number | null; restantes: number | null; por_operacion: { [name: string]: number } }; emisiones: { usadas: number; limite: number | null; restantes: number | null }; historial: Array<{ periodo: string; consultas: number; emisiones: number }> } }
  }
  'GET /v1/cuenta/planes': {
    response: { ok: true; data: Array<{ plan: "Gratis" | "Emprendedor" | "Profesional" | "Empresa"; consultas_mes: number | null; emisiones_mes: number | null; empresas: number | null; usuarios: number | null; metricas_clientes: boolean; precio_mensual: number; precio_anual: number; moneda: "CLP"; actual: boolean; vigente_desde: string | null }> }
  }
  'PUT /v1/cuenta/plan': {
    body: { plan: "Gratis" | "Emprendedor" | "Profesional" | "Empresa" }
    response: { ok: true; data: { plan: "Gratis" | "Emprendedor" | "Profesional" | "Empresa"; plan_siguiente: ("Gratis" | "Emprendedor" | "Profesional" | "Empresa" | null); vigente_desde: string } }
  }
  'GET /v1/cuenta/exportaciones': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at" }
    response: { ok: true; data: Array<{ id: string; empresas: Array<string>; mudanza: boolean; estado: "vigente" | "vencida"; usuario_id: string | null; created_at: string; vence_at: string | null }>; paginacion: Paginacion }
  }
  'POST /v1/cuenta/exportaciones': {
    body: { password: string; mudanza?: boolean; frase?: string; empresas?: Array<string> }
    response: { ok: true; data: { id: string; empresas: Array<string>; mudanza: boolean; estado: "vigente" | "vencida"; usuario_id: string | null; created_at: string; vence_at: string | null } }
  }
  'GET /v1/cuenta/exportaciones/:id/archivo': {
    params: { id: string }
    response: Blob
  }
  'DELETE /v1/cuenta/exportaciones/:id': {
    params: { id: string }
    response: undefined
  }
  'POST /v1/usuarios/invitar': {
    body: { email: string; rol: Rol; empresas: Array<string>; tipos_dte?: Array<33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112> }
    idempotent: true
    response: { ok: true; data: { id: string; email: string; rol: Rol; expira_en: string; enlace: string; por_correo: boolean } }
  }
  'GET /v1/usuarios/invitaciones': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-creada_en" | "creada_en" }
    response: { ok: true; data: Array<Invitacion>; paginacion: Paginacion }
  }
  'DELETE /v1/usuarios/invitaciones/:id': {
    params: { id: string }
    response: undefined
  }
  'POST /auth/invite/accept': {
    body: { token: string; nombre: string; password: string }
    response: { ok: true; data: { access_token: string; refresh_token: string; token_type: "Bearer"; expires_in: number; usuario: { id: string; nombre: string; email: string; rol: Rol }; empresa_activa: { id: string; rut: string; razon_social: string; ambiente: Ambiente } | null }; access_token: string; refresh_token: string; token_type: "Bearer"; expires_in: number }
  }
  'GET /v1/usuarios': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "created_at" | "-created_at" }
    response: { ok: true; data: Array<UsuarioConPermisos>; paginacion: Paginacion }
  }
  'PUT /v1/usuarios/:id': {
    params: { id: string }
    body: { nombre?: string; rol?: Rol; permisos_extra?: Array<Permiso>; permisos_quitados?: Array<Permiso>; tipos_dte?: Array<33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112>; empresas?: Array<string> }
    response: { ok: true; data: UsuarioConPermisos }
  }
  'DELETE /v1/usuarios/:id': {
    params: { id: string }
    response: undefined
  }
  'DELETE /v1/usuarios/:id/segundo-factor': {
    params: { id: string }
    response: undefined
  }
  'GET /v1/auditoria': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at"; formato?: "json" | "csv"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; usuario?: string; accion?: "auth" | "usuario" | "apikey" | "empresa" | "firma" | "certificado" | "portal" | "buzon" | "folios" | "emision" | "trabajo" | "programacion" | "documento" | "guia" | "acuse" | "intercambio" | "rcof" | "certificacion" | "bte" | "rcv" | "recibido" | "cliente" | "historia" | "borrador" | "recurrente" | "producto" | "contabilidad" | "asientos" | "compra_int" | "extraccion" | "tipos_cambio" | "plantilla" | "webhook" | "cuenta" | "billing" | "auth.registro" | "auth.login" | "auth.login_fallido" | "auth.sesion_cerrada" | "auth.clave_cambiada" | "auth.clave_olvidada" | "auth.clave_restablecida" | "auth.segundo_factor_activado" | "auth.segundo_factor_quitado" | "auth.segundo_factor_confirmado" | "auth.segundo_factor_fallido" | "auth.codigos_renovados" | "auth.llave_acceso_creada" | "auth.llave_acceso_renombrada" | "auth.llave_acceso_eliminada" | "usuario.invitado" | "usuario.invitacion_anulada" | "usuario.invitacion_aceptada" | "usuario.cambiado" | "usuario.eliminado" | "usuario.segundo_factor_quitado" | "apikey.creada" | "apikey.rotada" | "apikey.revocada" | "empresa.creada" | "empresa.cambiada" | "empresa.eliminada" | "empresa.restaurada" | "firma.empresa_ajustada" | "firma.f29_declarado" | "firma.f29_desmarcado" | "firma.aviso_ajustado" | "firma.operacion_creada" | "firma.operacion_cancelada" | "firma.operacion_reintentada" | "firma.calendario_creado" | "firma.calendario_borrado" | "certificado.cargado" | "certificado.borrado" | "portal.clave_cargada" | "portal.clave_borrada" | "portal.probado" | "portal.desbloqueado" | "portal.sesion_cerrada" | "buzon.guardado" | "buzon.borrado" | "buzon.probado" | "buzon.leido" | "folios.cargados" | "folios.solicitados" | "folios.reobtenidos" | "folios.anulados" | "folios.alerta_cambiada" | "folios.saltados" | "folios.retomados" | "folios.conciliados" | "emision.reintentada" | "emision.descartada" | "trabajo.reintentado" | "trabajo.descartado" | "programacion.cambiada" | "programacion.ejecutada" | "documento.anulacion_pedida" | "documento.atendido" | "documento.copia_pedida" | "guia.anulada" | "acuse.registrado" | "intercambio.respondido" | "rcof.enviado" | "certificacion.abierta" | "certificacion.set_cargado" | "certificacion.ajustada" | "certificacion.emitida" | "certificacion.avance_declarado" | "certificacion.veredicto" | "certificacion.intercambio_respondido" | "certificacion.avanzada" | "certificacion.abandonada" | "certificacion.autorizada" | "certificacion.deshecha" | "bte.emitida" | "bte.anulada" | "bte.sincronizada" | "rcv.importado" | "rcv.sincronizado" | "rcv.tipo_compra" | "rcv.vinculado" | "rcv.desvinculado" | "recibido.cargado" | "recibido.borrado" | "cliente.creado" | "cliente.cambiado" | "cliente.eliminado" | "cliente.restaurado" | "cliente.importado" | "historia.pedida" | "historia.importada" | "historia.resuelta" | "historia.ajustada" | "borrador.creado" | "borrador.cambiado" | "borrador.descartado" | "borrador.emitido" | "recurrente.creada" | "recurrente.cambiada" | "recurrente.eliminada" | "recurrente.pausada" | "recurrente.reanudada" | "recurrente.terminada" | "recurrente.adelantada" | "recurrente.fecha_cambiada" | "recurrente.fecha_repuesta" | "producto.creado" | "producto.cambiado" | "producto.eliminado" | "producto.restaurado" | "contabilidad.ajustada" | "contabilidad.cuentas_cargadas" | "contabilidad.regla_creada" | "contabilidad.regla_cambiada" | "contabilidad.regla_eliminada" | "contabilidad.reglas_copiadas" | "contabilidad.plantilla_creada" | "contabilidad.plantilla_cambiada" | "contabilidad.plantilla_eliminada" | "asientos.exportados" | "asientos.confirmados" | "asientos.anulados" | "compra_int.creada" | "compra_int.corregida" | "compra_int.clasificada" | "compra_int.descartada" | "compra_int.emitida" | "compra_int.estado_cargado" | "extraccion.ia" | "tipos_cambio.cargados" | "plantilla.creada" | "plantilla.activada" | "plantilla.desactivada" | "plantilla.eliminada" | "plantilla.logo_cargado" | "plantilla.logo_borrado" | "webhook.creado" | "webhook.cambiado" | "webhook.activado" | "webhook.secreto_rotado" | "webhook.eliminado" | "cuenta.cambiada" | "cuenta.segundo_factor_exigido" | "cuenta.plan_cambiado" | "cuenta.exportada" | "cuenta.exportacion_descargada" | "cuenta.exportacion_borrada" | "cuenta.mudada" | "cuenta.reabierta" | "cuenta.importada" | "billing.orden_abierta" | "billing.orden_anulada" | "billing.orden_confirmada" | "billing.cancelado" | "billing.reactivado" }
    response: { ok: true; data: Array<{ id: string; created_at: string; actor: string; usuario_id: string | null; apikey_id: string | null; ip: string | null; empresa_id: string | null; accion: "auth.registro" | "auth.login" | "auth.login_fallido" | "auth.sesion_cerrada" | "auth.clave_cambiada" | "auth.clave_olvidada" | "auth.clave_restablecida" | "auth.segundo_factor_activado" | "auth.segundo_factor_quitado" | "auth.segundo_factor_confirmado" | "auth.segundo_factor_fallido" | "auth.codigos_renovados" | "auth.llave_acceso_creada" | "auth.llave_acceso_renombrada" | "auth.llave_acceso_eliminada" | "usuario.invitado" | "usuario.invitacion_anulada" | "usuario.invitacion_aceptada" | "usuario.cambiado" | "usuario.eliminado" | "usuario.segundo_factor_quitado" | "apikey.creada" | "apikey.rotada" | "apikey.revocada" | "empresa.creada" | "empresa.cambiada" | "empresa.eliminada" | "empresa.restaurada" | "firma.empresa_ajustada" | "firma.f29_declarado" | "firma.f29_desmarcado" | "firma.aviso_ajustado" | "firma.operacion_creada" | "firma.operacion_cancelada" | "firma.operacion_reintentada" | "firma.calendario_creado" | "firma.calendario_borrado" | "certificado.cargado" | "certificado.borrado" | "portal.clave_cargada" | "portal.clave_borrada" | "portal.probado" | "portal.desbloqueado" | "portal.sesion_cerrada" | "buzon.guardado" | "buzon.borrado" | "buzon.probado" | "buzon.leido" | "folios.cargados" | "folios.solicitados" | "folios.reobtenidos" | "folios.anulados" | "folios.alerta_cambiada" | "folios.saltados" | "folios.retomados" | "folios.conciliados" | "emision.reintentada" | "emision.descartada" | "trabajo.reintentado" | "trabajo.descartado" | "programacion.cambiada" | "programacion.ejecutada" | "documento.anulacion_pedida" | "documento.atendido" | "documento.copia_pedida" | "guia.anulada" | "acuse.registrado" | "intercambio.respondido" | "rcof.enviado" | "certificacion.abierta" | "certificacion.set_cargado" | "certificacion.ajustada" | "certificacion.emitida" | "certificacion.avance_declarado" | "certificacion.veredicto" | "certificacion.intercambio_respondido" | "certificacion.avanzada" | "certificacion.abandonada" | "certificacion.autorizada" | "certificacion.deshecha" | "bte.emitida" | "bte.anulada" | "bte.sincronizada" | "rcv.importado" | "rcv.sincronizado" | "rcv.tipo_compra" | "rcv.vinculado" | "rcv.desvinculado" | "recibido.cargado" | "recibido.borrado" | "cliente.creado" | "cliente.cambiado" | "cliente.eliminado" | "cliente.restaurado" | "cliente.importado" | "historia.pedida" | "historia.importada" | "historia.resuelta" | "historia.ajustada" | "borrador.creado" | "borrador.cambiado" | "borrador.descartado" | "borrador.emitido" | "recurrente.creada" | "recurrente.cambiada" | "recurrente.eliminada" | "recurrente.pausada" | "recurrente.reanudada" | "recurrente.terminada" | "recurrente.adelantada" | "recurrente.fecha_cambiada" | "recurrente.fecha_repuesta" | "producto.creado" | "producto.cambiado" | "producto.eliminado" | "producto.restaurado" | "contabilidad.ajustada" | "contabilidad.cuentas_cargadas" | "contabilidad.regla_creada" | "contabilidad.regla_cambiada" | "contabilidad.regla_eliminada" | "contabilidad.reglas_copiadas" | "contabilidad.plantilla_creada" | "contabilidad.plantilla_cambiada" | "contabilidad.plantilla_eliminada" | "asientos.exportados" | "asientos.confirmados" | "asientos.anulados" | "compra_int.creada" | "compra_int.corregida" | "compra_int.clasificada" | "compra_int.descartada" | "compra_int.emitida" | "compra_int.estado_cargado" | "extraccion.ia" | "tipos_cambio.cargados" | "plantilla.creada" | "plantilla.activada" | "plantilla.desactivada" | "plantilla.eliminada" | "plantilla.logo_cargado" | "plantilla.logo_borrado" | "webhook.creado" | "webhook.cambiado" | "webhook.activado" | "webhook.secreto_rotado" | "webhook.eliminado" | "cuenta.cambiada" | "cuenta.segundo_factor_exigido" | "cuenta.plan_cambiado" | "cuenta.exportada" | "cuenta.exportacion_descargada" | "cuenta.exportacion_borrada" | "cuenta.mudada" | "cuenta.reabierta" | "cuenta.importada" | "billing.orden_abierta" | "billing.orden_anulada" | "billing.orden_confirmada" | "billing.cancelado" | "billing.reactivado"; objeto: string | null; detalle: { [name: string]: DatoAuditoria } }>; paginacion: Paginacion }
  }
  'GET /v1/empresa': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "created_at" | "-created_at"; eliminadas?: "true" | "false" }
    response: { ok: true; data: Array<Empresa>; paginacion: Paginacion }
  }
  'POST /v1/empresa': {
    body: { rut: string; razon_social: string; giro: string; actividades_economicas: Array<number>; direccion: string; comuna: string; ciudad?: string | null; telefono?: string | null; email?: string | null; sitio_web?: string | null; codigo_sucursal_sii?: number | null; resolucion?: { numero: number; fecha: string } | null; email_intercambio?: string | null; alerta_folios?: number | null; ambiente?: Ambiente; envio_receptor?: EnvioReceptor; respuesta_automatica?: RespuestaAutomatica; consulta_publica?: boolean; extraccion_ia?: "no" | "texto" | "imagen" }
    idempotent: true
    response: { ok: true; data: Empresa }
  }
  'GET /v1/empresa/actual': {
    response: { ok: true; data: Empresa }
  }
  'GET /v1/empresa/:id': {
    params: { id: string }
    query: { eliminadas?: "true" | "false" }
    response: { ok: true; data: Empresa }
  }
  'PUT /v1/empresa/:id': {
    params: { id: string }
    body: { rut?: string; razon_social?: string; giro?: string; actividades_economicas?: Array<number>; direccion?: string; comuna?: string; ciudad?: string | null; telefono?: string | null; email?: string | null; sitio_web?: string | null; codigo_sucursal_sii?: number | null; resolucion?: { numero: number; fecha: string } | null; email_intercambio?: string | null; alerta_folios?: number | null; ambiente?: Ambiente; envio_receptor?: EnvioReceptor; respuesta_automatica?: RespuestaAutomatica; consulta_publica?: boolean; extraccion_ia?: "no" | "texto" | "imagen" }
    response: { ok: true; data: Empresa }
  }
  'DELETE /v1/empresa/:id': {
    params: { id: string }
    response: undefined
  }
  'POST /v1/empresa/:id/restaurar': {
    params: { id: string }
    idempotent: true
    response: { ok: true; data: Empresa }
  }
  'POST /v1/empresa/seleccionar': {
    body: { empresa_id: string }
    response: { ok: true; data: { empresa: Empresa; access_token?: string } }
  }
  'GET /v1/empresa/:id/certificado': {
    params: { id: string }
    response: { ok: true; data: { rut_titular: string; nombre: string; emisor: string; valido_desde: string; valido_hasta: string; dias_restantes: number } }
  }
  'POST /v1/empresa/:id/certificado': {
    params: { id: string }
    body: { pfx_base64?: string; clave?: string; simulado?: boolean } | FormData
    idempotent: true
    response: { ok: true; data: { rut_titular: string; nombre: string; emisor: string; valido_desde: string; valido_hasta: string; dias_restantes: number } }
  }
  'DELETE /v1/empresa/:id/certificado': {
    params: { id: string }
    response: undefined
  }
  'GET /v1/empresa/:id/portal': {
    params: { id: string }
    response: { ok: true; data: { metodos: { certificado: { cargado: boolean; rut: string | null; vence: string | null; estado: EstadoMetodoPortal; bloqueo: { motivo: MotivoBloqueoPortal; codigo_sii: string | null; glosa: string; desde: string; hasta: string | null; accion: string } | null }; clave: { cargado: boolean; rut: string | null; cargada_en: string | null; cargada_por: string | null; estado: EstadoMetodoPortal; bloqueo: { motivo: MotivoBloqueoPortal; codigo_sii: string | null; glosa: string; desde: string; hasta: string | null; accion: string } | null } }; sesion: { estado: "cerrada" | "abierta" | "vencida"; metodo: ("certificado" | "clave" | null); abierta_en: string | null; vence_en: string | null }; pausa: { motivo: "FIREWALL" | "COLA" | "REINGRESO" | "RITMO" | "INGRESOS"; hasta: string; rut: string; trabajos: number } | null; operaciones: Array<{ operacion: OperacionPortal; metodo: ("certificado" | "clave" | null); disponible: boolean; motivo: string | null }> } }
  }
  'POST /v1/empresa/:id/portal/probar': {
    params: { id: string }
    body?: { metodo?: "certificado" | "clave" }
    idempotent: true
    response: { ok: true; data: { metodos: { certificado: { cargado: boolean; rut: string | null; vence: string | null; estado: EstadoMetodoPortal; bloqueo: { motivo: MotivoBloqueoPortal; codigo_sii: string | null; glosa: string; desde: string; hasta: string | null; accion: string } | null }; clave: { cargado: boolean; rut: string | null; cargada_en: string | null; cargada_por: string | null; estado: EstadoMetodoPortal; bloqueo: { motivo: MotivoBloqueoPortal; codigo_sii: string | null; glosa: string; desde: string; hasta: string | null; accion: string } | null } }; sesion: { estado: "cerrada" | "abierta" | "vencida"; metodo: ("certificado" | "clave" | null); abierta_en: string | null; vence_en: string | null }; pausa: { motivo: "FIREWALL" | "COLA" | "REINGRESO" | "RITMO" | "INGRESOS"; hasta: string; rut: string; trabajos: number } | null; operaciones: Array<{ operacion: OperacionPortal; metodo: ("certificado" | "clave" | null); disponible: boolean; motivo: string | null }>; autorizada: boolean | null } }
  }
  'POST /v1/empresa/:id/portal/desbloquear': {
    params: { id: string }
    body: { metodo: "certificado" | "clave"; resuelto?: boolean }
    idempotent: true
    response: { ok: true; data: { metodos: { certificado: { cargado: boolean; rut: string | null; vence: string | null; estado: EstadoMetodoPortal; bloqueo: { motivo: MotivoBloqueoPortal; codigo_sii: string | null; glosa: string; desde: string; hasta: string | null; accion: string } | null }; clave: { cargado: boolean; rut: string | null; cargada_en: string | null; cargada_por: string | null; estado: EstadoMetodoPortal; bloqueo: { motivo: MotivoBloqueoPortal; codigo_sii: string | null; glosa: string; desde: string; hasta: string | null; accion: string } | null } }; sesion: { estado: "cerrada" | "abierta" | "vencida"; metodo: ("certificado" | "clave" | null); abierta_en: string | null; vence_en: string | null }; pausa: { motivo: "FIREWALL" | "COLA" | "REINGRESO" | "RITMO" | "INGRESOS"; hasta: string; rut: string; trabajos: number } | null; operaciones: Array<{ operacion: OperacionPortal; metodo: ("certificado" | "clave" | null); disponible: boolean; motivo: string | null }> } }
  }
  'POST /v1/empresa/:id/portal/cerrar': {
    params: { id: string }
    idempotent: true
    response: undefined
  }
  'PUT /v1/empresa/:id/portal/clave': {
    params: { id: string }
    body: { rut?: string; clave?: string; simulado?: boolean }
    response: { ok: true; data: { metodos: { certificado: { cargado: boolean; rut: string | null; vence: string | null; estado: EstadoMetodoPortal; bloqueo: { motivo: MotivoBloqueoPortal; codigo_sii: string | null; glosa: string; desde: string; hasta: string | null; accion: string } | null }; clave: { cargado: boolean; rut: string | null; cargada_en: string | null; cargada_por: string | null; estado: EstadoMetodoPortal; bloqueo: { motivo: MotivoBloqueoPortal; codigo_sii: string | null; glosa: string; desde: string; hasta: string | null; accion: string } | null } }; sesion: { estado: "cerrada" | "abierta" | "vencida"; metodo: ("certificado" | "clave" | null); abierta_en: string | null; vence_en: string | null }; pausa: { motivo: "FIREWALL" | "COLA" | "REINGRESO" | "RITMO" | "INGRESOS"; hasta: string; rut: string; trabajos: number } | null; operaciones: Array<{ operacion: OperacionPortal; metodo: ("certificado" | "clave" | null); disponible: boolean; motivo: string | null }> } }
  }
  'DELETE /v1/empresa/:id/portal/clave': {
    params: { id: string }
    response: undefined
  }
  'GET /v1/empresa/:id/programacion': {
    params: { id: string }
    response: { ok: true; data: { rcv: { activo: boolean; hora: string; periodos: number }; rcof: { activo: boolean; hora: string; dias_atras: number }; acuse: { activo: boolean; max_por_dia: number }; folios: { activo: boolean }; bte: { activo: boolean; dia: number }; buzon: { activo: boolean; cada_minutos: number }; estado: Array<{ tarea: TareaProgramada; ultima: string | null; resultado: ("en_curso" | "ok" | "fallida" | null); proxima: string | null; omitida: ("PLAN_LIMIT" | "PORTAL_LOCKED" | "SIN_CREDENCIAL" | "PAUSA" | null) }> } }
  }
  'PUT /v1/empresa/:id/programacion': {
    params: { id: string }
    body: { rcv?: { activo?: boolean; hora?: string; periodos?: number }; rcof?: { activo?: boolean; hora?: string; dias_atras?: number }; acuse?: { activo?: boolean; max_por_dia?: number }; folios?: { activo?: boolean }; bte?: { activo?: boolean; dia?: number }; buzon?: { activo?: boolean; cada_minutos?: number } }
    response: { ok: true; data: { rcv: { activo: boolean; hora: string; periodos: number }; rcof: { activo: boolean; hora: string; dias_atras: number }; acuse: { activo: boolean; max_por_dia: number }; folios: { activo: boolean }; bte: { activo: boolean; dia: number }; buzon: { activo: boolean; cada_minutos: number }; estado: Array<{ tarea: TareaProgramada; ultima: string | null; resultado: ("en_curso" | "ok" | "fallida" | null); proxima: string | null; omitida: ("PLAN_LIMIT" | "PORTAL_LOCKED" | "SIN_CREDENCIAL" | "PAUSA" | null) }> } }
  }
  'POST /v1/empresa/:id/programacion/:tarea/ejecutar': {
    params: { id: string; tarea: string }
    idempotent: true
    response: { ok: true; data: { tarea: TareaProgramada; trabajos: Array<string> } }
  }
  'GET /v1/apikeys': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at" }
    response: { ok: true; data: Array<{ id: string; nombre: string; prefijo: string; ultimos4: string; empresa_id: string; scopes: Array<Permiso>; tipos_dte: Array<number>; ips: Array<string>; ambiente: Ambiente; expires_at: string | null; last_used_at: string | null; created_at: string; revoked_at: string | null }>; paginacion: Paginacion }
  }
  'POST /v1/apikeys': {
    body: { nombre: string; empresa_id: string; scopes?: Array<"dte:emitir" | "dte:leer" | "dte:anular" | "borradores:escribir" | "recurrentes:gestionar" | "folios:leer" | "folios:administrar" | "rcv:leer" | "rcv:sincronizar" | "acuse:registrar" | "rcof:enviar" | "bte:emitir" | "bte:leer" | "clientes:leer" | "clientes:escribir" | "catalogo:leer" | "catalogo:escribir" | "contabilidad:leer" | "contabilidad:administrar" | "contabilidad:exportar" | "empresa:leer" | "empresa:administrar" | "plantilla:administrar" | "webhooks:administrar" | "apikeys:administrar" | "usuarios:administrar" | "billing:administrar" | "consultas:ejecutar" | "recibidos:leer" | "recibidos:gestionar" | "historia:gestionar" | "compras_int:leer" | "compras_int:gestionar" | "dte:*" | "borradores:*" | "recurrentes:*" | "folios:*" | "rcv:*" | "acuse:*" | "rcof:*" | "bte:*" | "clientes:*" | "catalogo:*" | "contabilidad:*" | "empresa:*" | "plantilla:*" | "webhooks:*" | "apikeys:*" | "usuarios:*" | "billing:*" | "consultas:*" | "recibidos:*" | "compras_int:*" | "historia:*">; ambiente?: Ambiente; expires_at?: string | null; ips?: Array<string> }
    idempotent: true
    response: { ok: true; data: { id: string; nombre: string; prefijo: string; ultimos4: string; empresa_id: string; scopes: Array<Permiso>; tipos_dte: Array<number>; ips: Array<string>; ambiente: Ambiente; expires_at: string | null; last_used_at: string | null; created_at: string; revoked_at: string | null; api_key: string } }
  }
  'POST /v1/apikeys/:id/rotar': {
    params: { id: string }
    idempotent: true
    response: { ok: true; data: { id: string; nombre: string; prefijo: string; ultimos4: string; empresa_id: string; scopes: Array<Permiso>; tipos_dte: Array<number>; ips: Array<string>; ambiente: Ambiente; expires_at: string | null; last_used_at: string | null; created_at: string; revoked_at: string | null; api_key: string } }
  }
  'DELETE /v1/apikeys/:id': {
    params: { id: string }
    response: undefined
  }
  'GET /v1/dte/folios': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "tipo_dte" | "-tipo_dte" }
    response: { ok: true; data: Array<{ tipo_dte: number; disponibles: number; siguiente: number | null; por_conciliar: boolean; umbral: number | null; reposicion_automatica: boolean; cantidad: (number | "max" | "pronostico"); dias_estimados: number | null; vence_el: string | null; rangos: Array<{ id: string; desde: number; hasta: number; usados: number; fecha_autorizacion: string; vence_el: string | null; estado: "vigente" | "agotado" | "vencido"; origen: "carga" | "solicitud"; por_conciliar: boolean }>; advertencias: Array<{ code: string; campo: string; mensaje: string }> }>; paginacion: Paginacion }
  }
  'POST /v1/dte/folios': {
    body: { caf_base64: string; siguiente?: (number | string) } | FormData
    idempotent: true
    response: { ok: true; data: RangoCargado }
  }
  'POST /v1/dte/folios/solicitar': {
    query: { esperar?: number }
    body: { tipo_dte: 33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112; cantidad: (number | "max" | "pronostico") }
    idempotent: true
    response: { ok: true; data: FoliosOtorgados } | { ok: true; data: { job_id: string; tipo: TipoTrabajo; estado: "pending"; mensaje: string; espera_hasta: string | null } }
  }
  'GET /v1/dte/folios/sii': {
    query: { tipo_dte: string }
    response: { ok: true; data: Array<{ desde: number; hasta: number; fecha: string | null; cantidad: number; cargado: boolean }> }
  }
  'POST /v1/dte/folios/reobtener': {
    query: { esperar?: number }
    body: { tipo_dte: 33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112; desde: number; hasta: number }
    idempotent: true
    response: { ok: true; data: RangoCargado } | { ok: true; data: { job_id: string; tipo: TipoTrabajo; estado: "pending"; mensaje: string; espera_hasta: string | null } }
  }
  'POST /v1/dte/folios/anular': {
    query: { esperar?: number }
    body: { tipo_dte: 33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112; desde: number; hasta: number; motivo: string }
    idempotent: true
    response: { ok: true; data: AnulacionFolios } | { ok: true; data: { job_id: string; tipo: TipoTrabajo; estado: "pending"; mensaje: string; espera_hasta: string | null } }
  }
  'PUT /v1/dte/folios/:tipo/alerta': {
    params: { tipo: string }
    body: { umbral?: number | null; reposicion_automatica?: boolean; cantidad?: (number | "max" | "pronostico") }
    response: { ok: true; data: { tipo_dte: number; umbral: number | null; reposicion_automatica: boolean; cantidad: (number | "max" | "pronostico") } }
  }
  'POST /v1/dte/folios/:tipo/saltar': {
    params: { tipo: string }
    body: { hasta: number; motivo?: string }
    idempotent: true
    response: { ok: true; data: { tipo_dte: number; desde: number; hasta: number; saltados: number; emitidos_fuera: number; disponibles: number } }
  }
  'POST /v1/dte/folios/:tipo/retomar': {
    params: { tipo: string }
    body: { desde: number; hasta: number }
    idempotent: true
    response: { ok: true; data: { tipo_dte: number; desde: number; hasta: number; retomados: number; emitidos_fuera: number; anulados: number; por_anular: number; disponibles: number } }
  }
  'GET /v1/dte/folios/huecos': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "tipo_dte" | "-tipo_dte" }
    response: { ok: true; data: Array<{ tipo_dte: number; folio: number; motivo: string; job_id: string | null; estado: "por_anular" | "anulado" | "reutilizable" | "emitido_fuera"; anulado_en: string | null; dicho_por: ("sii" | "persona" | null) }>; paginacion: Paginacion }
  }
  'GET /v1/dte/folios/por-anular': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "tipo_dte" | "-tipo_dte" }
    response: { ok: true; data: Array<{ tipo_dte: number; desde: number; hasta: number; cantidad: number; causa: "hueco" | "vencido"; caf_id: string; vence_el: string | null }>; paginacion: Paginacion }
  }
  'GET /v1/dte/folios/pronostico': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "tipo_dte" | "-tipo_dte"; tipo_dte?: number }
    response: { ok: true; data: Array<{ tipo_dte: number; ritmo_diario: { promedio_30: number; promedio_90: number }; disponibles: number; se_agota_el: string | null; vence_el: string | null; se_perderan: number; sugerida: number; motivo: string }>; paginacion: Paginacion }
  }
  'GET /v1/dte/folios/trabajos': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; estado?: string; tipo?: string }
    response: { ok: true; data: Array<TrabajoFolios>; paginacion: Paginacion }
  }
  'GET /v1/dte/folios/trabajos/:jobId': {
    params: { jobId: string }
    response: { ok: true; data: TrabajoFolios }
  }
  'POST /v1/dte/folios/trabajos/:jobId/reintentar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoFolios }
  }
  'POST /v1/dte/folios/trabajos/descartar': {
    body: { ids: Array<string> }
    idempotent: true
    response: { ok: true; data: { descartados: number; resultados: Array<{ id: string; descartado: boolean; code: string | null; error: string | null }> } }
  }
  'POST /v1/dte/folios/trabajos/:jobId/descartar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoFolios }
  }
  'POST /v1/dte/emitir': {
    body: SolicitudDte
    idempotent: true
    response: { ok: true; data: EmisionEnCola }
  }
  'POST /v1/dte/validar': {
    body: SolicitudDte
    response: { ok: true; data: { tipo_dte: number; totales: Totales; detalle: Array<LineaEmitida>; DscRcgGlobal?: Array<DescuentoGlobalEmitido>; advertencias: Array<Advertencia> } }
  }
  'POST /v1/dte/emitir/lote': {
    body: { documentos: Array<SolicitudDte>; todo_o_nada?: boolean }
    idempotent: true
    response: { ok: true; data: { documentos: Array<{ indice: number; ok: boolean; data?: EmisionEnCola; error?: string; code?: CodigoError; detalles?: Array<(Falta | DetalleIngreso | DetalleScope | DetallePermiso | DetalleTipo | DetalleFolios | DetalleFoliosSet | DetalleSet | DetalleDuda | DetalleCliente | DetalleProducto | DetalleBloqueo | DetalleTipoCambio | DetalleSinCuenta | DetalleDeCuenta | DetalleDescuadre | DetalleCompra | DetalleExtraccion | DetalleGuia | DetalleReemplazo | DetalleSaldo | DetalleNota | DetallePlan | DetalleEnCurso | DetalleDato | DetalleSii | DetallePortal | DetalleCaptcha | DetalleEspera | DetallePaso | DetalleRehusado | DetalleServidor)>; detalles_omitidos?: number }> } }
  }
  'POST /v1/dte/previsualizar': {
    query: { formato?: "carta" | "80mm" | "57mm" }
    body: SolicitudDte
    response: Blob
  }
  'GET /v1/dte/guias': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-fecha_emision" | "fecha_emision"; facturable?: "true" | "false"; estado?: EstadoGuia; rut?: string; receptor?: string; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string }
    response: { ok: true; data: Array<{ folio: number; fecha_emision: string; rut_receptor: string; razon_social_receptor: string | null; ind_traslado: number; monto_neto: number; monto_exento: number; monto_iva: number; monto_total: number; estado: EstadoGuia; facturable: boolean; motivo_no_facturable: string | null; facturada_por: { tipo_dte: number; folio: number } | null; otras_facturas: Array<{ tipo_dte: number; folio: number }>; motivo_anulacion: string | null; anulada_at: string | null; estado_sii: EstadoSii; job_id: string | null; referencia_externa: string | null; created_at: string }>; paginacion: Paginacion }
  }
  'POST /v1/dte/guias/facturar': {
    body: { guias: Array<number>; tipo_dte?: 33 | 34; agrupar_lineas?: boolean; fecha_emision?: string; fecha_vencimiento?: string; forma_pago?: 1 | 2 | 3; pagos?: Array<{ fecha?: string; monto?: number; glosa?: string; FchPago?: string; MntPago?: number; GlosaPagos?: string }>; referencias?: Array<{ tipo_documento?: string; global?: 1; folio?: string; rut_otro?: string; fecha?: string; codigo?: 1 | 2 | 3; razon?: string; TpoDocRef?: string; IndGlobal?: number; FolioRef?: string; RUTOtr?: string; FchRef?: string; CodRef?: number; RazonRef?: string }>; impresion?: { [name: string]: unknown }; observaciones?: string; referencia_externa?: string; ambiente?: "simulacion" | "certificacion" | "produccion" }
    idempotent: true
    response: { ok: true; data: EmisionEnCola }
  }
  'POST /v1/dte/guias/:folio/anular': {
    params: { folio: string }
    body: { motivo: string }
    idempotent: true
    response: { ok: true; data: { folio: number; fecha_emision: string; rut_receptor: string; razon_social_receptor: string | null; ind_traslado: number; monto_neto: number; monto_exento: number; monto_iva: number; monto_total: number; estado: EstadoGuia; facturable: boolean; motivo_no_facturable: string | null; facturada_por: { tipo_dte: number; folio: number } | null; otras_facturas: Array<{ tipo_dte: number; folio: number }>; motivo_anulacion: string | null; anulada_at: string | null; estado_sii: EstadoSii; job_id: string | null; referencia_externa: string | null; created_at: string } }
  }
  'POST /v1/dte/:tipo/:folio/anular': {
    params: { tipo: string; folio: string }
    body: { motivo: string; reemplaza?: { tipo_dte: number; folio: number }; forzar_reemplazo?: boolean }
    idempotent: true
    response: { ok: true; data: EmisionEnCola }
  }
  'GET /v1/dte/emision/:jobId': {
    params: { jobId: string }
    response: { ok: true; data: TrabajoEmision }
  }
  'GET /v1/dte/emision': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; orden?: "-created_at" | "created_at"; estado?: string; tipo_dte?: string; q?: string; rut?: string; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string }
    response: { ok: true; data: Array<TrabajoEmision>; paginacion: Paginacion }
  }
  'POST /v1/dte/emision/:jobId/reintentar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoEmision }
  }
  'POST /v1/dte/emision/descartar': {
    body: { ids: Array<string>; liberar_folio?: boolean }
    idempotent: true
    response: { ok: true; data: { descartados: number; resultados: Array<{ id: string; descartado: boolean; code: string | null; error: string | null }> } }
  }
  'POST /v1/dte/emision/:jobId/descartar': {
    params: { jobId: string }
    body?: { liberar_folio?: boolean }
    idempotent: true
    response: { ok: true; data: TrabajoEmision }
  }
  'GET /v1/dte/xml/:tipo/:folio': {
    params: { tipo: string; folio: string }
    query: { sobre?: "true" | "false"; disposicion?: "attachment" | "inline" }
    response: Blob
  }
  'GET /v1/dte/pdf/:tipo/:folio': {
    params: { tipo: string; folio: string }
    query: { formato?: "carta" | "80mm" | "57mm" | "escpos"; papel?: "80mm" | "57mm"; cedible?: "true" | "false"; plantilla?: string; copias?: number; disposicion?: "attachment" | "inline" }
    response: Blob
  }
  'POST /v1/dte/pdf/lote': {
    body: { documentos: Array<{ tipo_dte: number; folio: number }>; papel?: "carta" | "80mm" | "57mm"; cedible?: boolean; copias?: number }
    response: Blob
  }
  'GET /v1/documentos': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; tipo_dte?: string; folio?: string; folio_desde?: string; folio_hasta?: string; fecha_desde?: string; fecha_hasta?: string; periodo?: string; monto_min?: string; monto_max?: string; estado?: string; estado_sii?: string; origen?: string; estado_acuse?: string; con_saldo?: string; por_atender?: string; orden?: string; rut?: string; rut_receptor?: string; ambiente?: Ambiente; cursor?: string; formato?: "json" | "csv" | "zip" | "pdf"; pdf?: "true" | "false"; papel?: "carta" | "80mm" | "57mm"; cedible?: "true" | "false"; copias?: number }
    response: { ok: true; data: Array<{ tipo_dte: number; folio: number; fecha_emision: string; rut_receptor: string; razon_social_receptor: string | null; monto_neto: number; monto_exento: number; monto_iva: number; monto_total: number; saldo: number; track_id: string | null; estado: (EstadoTrabajo | null); estado_sii: EstadoSii; estado_acuse: (ResultadoAcuse | null); codigo_sii: string | null; glosa: string | null; job_id: string | null; referencia_externa: string | null; created_at: string; origen: OrigenDocumento; contenido: ContenidoDocumento; atendido: boolean; anulado_por: { tipo_dte: number; folio: number } | null }>; paginacion: PaginacionCursor }
  }
  'GET /v1/documentos/:tipo/:folio': {
    params: { tipo: string; folio: string }
    response: { ok: true; data: { tipo_dte: number; folio: number; fecha_emision: string; rut_receptor: string; razon_social_receptor: string | null; monto_neto: number; monto_exento: number; monto_iva: number; monto_total: number; saldo: number; track_id: string | null; estado: (EstadoTrabajo | null); estado_sii: EstadoSii; estado_acuse: (ResultadoAcuse | null); codigo_sii: string | null; glosa: string | null; job_id: string | null; referencia_externa: string | null; created_at: string; origen: OrigenDocumento; contenido: ContenidoDocumento; atendido: boolean; anulado_por: { tipo_dte: number; folio: number } | null; firmado_at: string | null; explicacion: (Explicacion | null); saldo_componentes: { moneda?: string; neto?: number; iva?: number; exento?: number; impuestos?: Array<{ codigo: number; base: number; monto: number }>; garantia_envases?: number; credito_empresa_constructora?: number; comisiones?: { valor_neto: number; valor_exento: number; iva: number }; total: number }; TpoImpresion?: "N" | "T"; ind_servicio?: 1 | 2 | 3 | 4 | 5 | 6; tipo_transaccion_compra?: 1 | 2 | 3 | 4 | 5 | 6 | 7; tipo_transaccion_venta?: 1 | 2 | 3 | 4; forma_pago?: 1 | 2 | 3; MntCancel?: number; SaldoInsol?: number; pagos?: Array<{ fecha?: string; monto?: number; glosa?: string }>; periodo_desde?: string; periodo_hasta?: string; medio_pago?: ("CH" | "LT" | "EF" | "PE" | "TC" | "CF" | "OT" | 1 | 2 | 3 | 4 | 5); fecha_vencimiento?: string; tipo_fact_esp?: 1; cuenta_pago?: CuentaPago; termino_pago?: TerminoPago; vendedor?: string; caja?: string; iva_terceros?: number; otra_moneda?: OtraMoneda; precio_incluye_iva?: boolean; sin_derecho_rebaja?: boolean; saldo_anterior?: number; emisor?: EmisorEmitido; receptor?: ReceptorEmitido; traslado?: TrasladoEmitido; exportacion?: ExportacionEmitida; liquidacion?: LiquidacionEmitida; compra?: CompraEmitida; subtotales?: Array<{ linea?: number; glosa?: string; orden?: number; neto?: number; iva?: number; adicional?: number; exento?: number; valor?: number; lineas?: Array<number> }>; DscRcgGlobal?: Array<{ linea?: number; tipo?: "D" | "R"; glosa?: string; tipo_valor?: "%" | "$"; valor?: number; ValorDROtrMnda?: number; afecta_exento?: 1 | 2 }>; georeferencia?: { latitud_emision?: string; longitud_emision?: string; sistema_referencia?: number }; madera?: { comuna_rol_origen?: number; mnz_rol_origen?: number; prd_rol_origen?: number; comuna_rol_destino?: number; mnz_rol_destino?: number; prd_rol_destino?: number; cod_plan_conaf?: string; aviso_ejecucion_faena?: string; latitud_origen_madera?: string; longitud_origen_madera?: string; latitud_destino_madera?: string; longitud_destino_madera?: string; sistemareferencia_madera?: number }; rut_mandante?: string; rut_solicita?: string; RUTProvSW?: string; impresion?: ImpresionEmitida; observaciones?: string; valores?: Array<ValorUsado>; totales: Totales; detalle: Array<LineaEmitida>; referencias: Array<ReferenciaEmitida>; referido_por: Array<{ tipo_dte: number; folio: number; fecha_emision: string; codigo: number; monto: number; aplicado: boolean; estado_sii: EstadoSii }>; notas_del_registro: Array<{ tipo_dte: number; folio: number; fecha_emision: string; monto: number }>; reemplaza: { tipo_dte: number; folio: number } | null; reemplazado_por: { tipo_dte: number; folio: number } | null; intercambio: IntercambioDocumento; facturada_por: { tipo_dte: number; folio: number } | null; otras_facturas: Array<{ tipo_dte: number; folio: number }>; guias: Array<number>; historial: Array<{ estado: EstadoHistoria; codigo_sii: string | null; sii_codigo: string | null; detalle: string | null; fecha: string; explicacion: (Explicacion | null) }>; links: { xml: string; pdf: string; emision: string | null; publico: string | null } } }
  }
  'GET /v1/documentos/:tipo/:folio/solicitud': {
    params: { tipo: string; folio: string }
    response: { ok: true; data: SolicitudEmitida }
  }
  'POST /v1/documentos/:tipo/:folio/atender': {
    params: { tipo: string; folio: string }
    body?: { atendido?: boolean }
    response: { ok: true; data: { tipo_dte: number; folio: number; atendido: boolean } }
  }
  'POST /v1/documentos/atender': {
    body: { estado_sii: "aceptado_con_reparos"; fecha_desde: string; fecha_hasta: string; hasta_veredicto?: string }
    response: { ok: true; data: { atendidos: number } }
  }
  'POST /v1/borradores/:id/emitir': {
    params: { id: string }
    body?: { version?: number }
    response: { ok: true; data: EmisionEnCola }
  }
  'POST /v1/borradores/emitir': {
    body: { ids: Array<string>; versiones?: Array<number> }
    response: { ok: true; data: { documentos: Array<{ indice: number; ok: boolean; data?: EmisionEnCola; error?: string; code?: CodigoError; detalles?: Array<(Falta | DetalleIngreso | DetalleScope | DetallePermiso | DetalleTipo | DetalleFolios | DetalleFoliosSet | DetalleSet | DetalleDuda | DetalleCliente | DetalleProducto | DetalleBloqueo | DetalleTipoCambio | DetalleSinCuenta | DetalleDeCuenta | DetalleDescuadre | DetalleCompra | DetalleExtraccion | DetalleGuia | DetalleReemplazo | DetalleSaldo | DetalleNota | DetallePlan | DetalleEnCurso | DetalleDato | DetalleSii | DetallePortal | DetalleCaptcha | DetalleEspera | DetallePaso | DetalleRehusado | DetalleServidor)>; detalles_omitidos?: number }> } }
  }
  'GET /v1/borradores': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-updated_at" | "updated_at"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; origen?: "manual" | "duplicado" | "serie" | "mcp"; estado?: "abierto" | "emitido" | "descartado"; serie?: string }
    response: { ok: true; data: Array<Borrador>; paginacion: Paginacion }
  }
  'POST /v1/borradores': {
    body: { solicitud?: { [name: string]: unknown }; desde?: { tipo_dte: number; folio: number } }
    idempotent: true
    response: { ok: true; data: Borrador }
  }
  'GET /v1/borradores/:id': {
    params: { id: string }
    response: { ok: true; data: Borrador }
  }
  'PUT /v1/borradores/:id': {
    params: { id: string }
    body: { solicitud: { [name: string]: unknown }; version: number }
    response: { ok: true; data: Borrador }
  }
  'DELETE /v1/borradores/:id': {
    params: { id: string }
    response: undefined
  }
  'GET /v1/recurrentes': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; rut?: string; estado?: "activa" | "detenida" | "pausada" | "terminada" }
    response: { ok: true; data: Array<Serie>; paginacion: Paginacion }
  }
  'POST /v1/recurrentes': {
    body: { nombre: string; regla: { cada: "dia" | "semana" | "mes" | "anio"; n?: number; dias?: Array<(number | string)> | null; mes?: number | null; habil?: "no" | "anterior" | "siguiente"; desde: string; hasta?: string | null; veces?: number | null; hora?: string }; solicitud: { [name: string]: unknown }; modo?: "borrador" | "automatico"; envio?: "empresa" | "no" | "al_emitir" | "al_aceptar"; atraso_dias?: number }
    idempotent: true
    response: { ok: true; data: Serie }
  }
  'GET /v1/recurrentes/:id': {
    params: { id: string }
    response: { ok: true; data: Serie }
  }
  'PUT /v1/recurrentes/:id': {
    params: { id: string }
    body: { nombre?: string; regla?: { cada: "dia" | "semana" | "mes" | "anio"; n?: number; dias?: Array<(number | string)> | null; mes?: number | null; habil?: "no" | "anterior" | "siguiente"; desde: string; hasta?: string | null; veces?: number | null; hora?: string }; solicitud?: { [name: string]: unknown }; modo?: "borrador" | "automatico"; envio?: "empresa" | "no" | "al_emitir" | "al_aceptar"; atraso_dias?: number }
    response: { ok: true; data: Serie }
  }
  'DELETE /v1/recurrentes/:id': {
    params: { id: string }
    response: undefined
  }
  'POST /v1/recurrentes/:id/pausar': {
    params: { id: string }
    body?: { hasta?: string | null }
    response: { ok: true; data: Serie }
  }
  'POST /v1/recurrentes/:id/reanudar': {
    params: { id: string }
    response: { ok: true; data: Serie }
  }
  'POST /v1/recurrentes/:id/terminar': {
    params: { id: string }
    response: { ok: true; data: Serie }
  }
  'POST /v1/recurrentes/:id/adelantar': {
    params: { id: string }
    idempotent: true
    response: { ok: true; data: Serie }
  }
  'GET /v1/recurrentes/:id/proximas': {
    params: { id: string }
    query: { n?: number }
    response: { ok: true; data: Array<ProximaFecha> }
  }
  'GET /v1/recurrentes/:id/ocurrencias': {
    params: { id: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-fecha" | "fecha"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string }
    response: { ok: true; data: Array<Ocurrencia>; paginacion: Paginacion }
  }
  'PUT /v1/recurrentes/:id/ocurrencias/:fecha': {
    params: { id: string; fecha: string }
    body: { omitir?: true; solicitud?: { [name: string]: unknown }; mover_a?: string }
    response: { ok: true; data: Ocurrencia }
  }
  'DELETE /v1/recurrentes/:id/ocurrencias/:fecha': {
    params: { id: string; fecha: string }
    response: undefined
  }
  'GET /v1/resumen': {
    query: { fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; empresas?: "true" | "false" }
    response: { ok: true; data: { desde: string; hasta: string; leido_en: string; ambiente: Ambiente; documentos: Array<{ fecha: string; tipo_dte: number; estado_sii: EstadoSii; documentos: number; monto_neto: number; monto_exento: number; monto_iva: number; monto_total: number }>; ventas: Array<{ fecha: string; monto_total: number; por_enviar: number }>; trabajos: { reserved: number; pending: number; scheduled: number; processing: number; completed: number; failed: number; dlq: number; discarded: number }; atencion: Array<({ asunto: "respaldos"; motivo: "fallido" | "atrasado" | "ensayo_fallido" | "ensayo_atrasado"; desde: string; mensaje: string; enlace: string } | { asunto: "trabajos_detenidos"; cantidad: number; enlace: string } | { asunto: "envios_detenidos"; cantidad: number; job_ids: Array<string>; enlace: string } | { asunto: "sin_veredicto"; cantidad: number; track_id: string | null; enlace: string } | { asunto: "operaciones_detenidas"; cantidad: number; tipos: Array<{ tipo: TipoTrabajo; cantidad: number }>; enlace: string } | { asunto: "boletas_inciertas"; cantidad: number; enlace: string } | { asunto: "buzon_apagado"; desde: string; motivo: string | null; enlace: string } | { asunto: "documentos_rechazados"; cantidad: number; tipos: Array<{ tipo_dte: number; cantidad: number }>; enlace: string } | { asunto: "acuses_por_vencer"; cantidad: number; pendientes: number; vence_el: string; enlace: string } | { asunto: "certificado"; estado: "falta" | "vencido" | "por_vencer"; valido_hasta: string | null; dias_restantes: number | null; enlace: string } | { asunto: "folios"; estado: "agotados" | "bajos" | "por_agotarse" | "por_vencer"; tipo_dte: number; disponibles: number; dias_estimados: number | null; umbral: number | null; vence_el: string | null; enlace: string } | { asunto: "webhook_desactivado"; webhook_id: string; url: string; motivo: string; enlace: string } | { asunto: "cuota"; cuota: "emisiones" | "consultas"; estado: "cerca" | "agotada"; usadas: number; limite: number; enlace: string } | { asunto: "documentos_con_reparos"; cantidad: number; tipos: Array<{ tipo_dte: number; cantidad: number }>; enlace: string })>; empresas: Array<{ id: string; rut: string; razon_social: string; ambiente: Ambiente; documentos: number; atencion: Array<({ asunto: "respaldos"; motivo: "fallido" | "atrasado" | "ensayo_fallido" | "ensayo_atrasado"; desde: string; mensaje: string; enlace: string } | { asunto: "trabajos_detenidos"; cantidad: number; enlace: string } | { asunto: "envios_detenidos"; cantidad: number; job_ids: Array<string>; enlace: string } | { asunto: "sin_veredicto"; cantidad: number; track_id: string | null; enlace: string } | { asunto: "operaciones_detenidas"; cantidad: number; tipos: Array<{ tipo: TipoTrabajo; cantidad: number }>; enlace: string } | { asunto: "boletas_inciertas"; cantidad: number; enlace: string } | { asunto: "buzon_apagado"; desde: string; motivo: string | null; enlace: string } | { asunto: "documentos_rechazados"; cantidad: number; tipos: Array<{ tipo_dte: number; cantidad: number }>; enlace: string } | { asunto: "acuses_por_vencer"; cantidad: number; pendientes: number; vence_el: string; enlace: string } | { asunto: "certificado"; estado: "falta" | "vencido" | "por_vencer"; valido_hasta: string | null; dias_restantes: number | null; enlace: string } | { asunto: "folios"; estado: "agotados" | "bajos" | "por_agotarse" | "por_vencer"; tipo_dte: number; disponibles: number; dias_estimados: number | null; umbral: number | null; vence_el: string | null; enlace: string } | { asunto: "webhook_desactivado"; webhook_id: string; url: string; motivo: string; enlace: string } | { asunto: "cuota"; cuota: "emisiones" | "consultas"; estado: "cerca" | "agotada"; usadas: number; limite: number; enlace: string } | { asunto: "documentos_con_reparos"; cantidad: number; tipos: Array<{ tipo_dte: number; cantidad: number }>; enlace: string })> }> | null } }
  }
  'GET /v1/firma/estado': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-severidad" | "severidad" | "vence" | "-vence" | "razon_social" | "-razon_social"; formato?: "json" | "csv"; periodo?: string; severidad?: "mal" | "aviso" | "bien" | "nada"; faceta?: "rcv" | "acuses" | "cuadratura" | "f29" | "rcof" | "documentos" | "folios" | "acceso"; responsable?: string; etiqueta?: string; ambiente?: "simulacion" | "certificacion" | "produccion" }
    response: { ok: true; data: Array<FilaFirma>; paginacion: Paginacion; periodo: string; totales: { empresas: number; severidades: { mal: number; aviso: number; bien: number; nada: number }; facetas: { rcv: { mal: number; aviso: number }; acuses: { mal: number; aviso: number }; cuadratura: { mal: number; aviso: number }; f29: { mal: number; aviso: number }; rcof: { mal: number; aviso: number }; documentos: { mal: number; aviso: number }; folios: { mal: number; aviso: number }; acceso: { mal: number; aviso: number } } }; servidor: { ultimo_respaldo: string | null } | null }
  }
  'PUT /v1/firma/empresas/:id': {
    params: { id: string }
    body: { responsable_id?: string | null; etiquetas?: Array<string>; f29?: "12" | "20" }
    response: { ok: true; data: { responsable_id: string | null; etiquetas: Array<string>; f29: "12" | "20" } }
  }
  'PUT /v1/firma/f29/:empresa_id/:periodo': {
    params: { empresa_id: string; periodo: string }
    body: { declarado_el: string }
    response: { ok: true; data: { periodo: string; declarado_el: string } }
  }
  'DELETE /v1/firma/f29/:empresa_id/:periodo': {
    params: { empresa_id: string; periodo: string }
    response: undefined
  }
  'GET /v1/firma/vencimientos': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "fecha" | "-fecha"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; clase?: "f29" | "acuse" | "certificado" | "caf" | "serie" }
    response: { ok: true; data: Array<{ fecha: string; clase: "f29" | "acuse" | "certificado" | "caf" | "serie"; texto: string; empresa: { id: string; rut: string; razon_social: string; ambiente: Ambiente }; tipo_dte: number | null }>; paginacion: Paginacion }
  }
  'GET /v1/firma/calendario': {
    response: { ok: true; data: { creado_en: string | null } }
  }
  'POST /v1/firma/calendario': {
    response: { ok: true; data: { url: string } }
  }
  'DELETE /v1/firma/calendario': {
    response: undefined
  }
  'GET /firma/calendario/:clave': {
    params: { clave: string }
    response: Blob
  }
  'GET /v1/firma/aviso-diario': {
    response: { ok: true; data: { activo: boolean; hora: string; dias: "habiles" | "todos"; minima: "mal" | "aviso"; enviado_en: string | null; falla: string | null } }
  }
  'PUT /v1/firma/aviso-diario': {
    body: { activo: boolean; hora: string; dias: "habiles" | "todos"; minima: "mal" | "aviso" }
    response: { ok: true; data: { activo: boolean; hora: string; dias: "habiles" | "todos"; minima: "mal" | "aviso"; enviado_en: string | null; falla: string | null } }
  }
  'POST /v1/firma/aviso-diario/probar': {
    response: { ok: true; data: { para: string; vacio: boolean } }
  }
  'GET /v1/firma/operaciones': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at" }
    response: { ok: true; data: Array<{ id: string; tipo: "rcv.sincronizar" | "bte.sincronizar" | "buzon.leer" | "acuse.refrescar"; estado: "en_curso" | "terminada" | "cancelada"; cuantas: { espera: number; en_curso: number; ok: number; fallida: number; omitida: number }; created_at: string; cancelada_at: string | null }>; paginacion: Paginacion }
  }
  'POST /v1/firma/operaciones': {
    query: { simular?: "true" | "false" }
    body: { tipo: "rcv.sincronizar" | "bte.sincronizar" | "buzon.leer" | "acuse.refrescar"; empresas: Array<string>; parametros?: { [name: string]: unknown } }
    response: { ok: true; data: { tipo: "rcv.sincronizar" | "bte.sincronizar" | "buzon.leer" | "acuse.refrescar"; unidades: number; empresas: Array<{ id: string; rut: string; razon_social: string; ambiente: Ambiente; trabajos: number; error: { code: CodigoError; message: string } | null }> } } | { ok: true; data: { id: string; tipo: "rcv.sincronizar" | "bte.sincronizar" | "buzon.leer" | "acuse.refrescar"; estado: "en_curso" | "terminada" | "cancelada"; cuantas: { espera: number; en_curso: number; ok: number; fallida: number; omitida: number }; created_at: string; cancelada_at: string | null; empresas: Array<{ id: string; rut: string; razon_social: string; ambiente: Ambiente; estado: "espera" | "en_curso" | "ok" | "fallida" | "omitida"; motivo: ("sin_trabajo" | "cancelada" | "eliminada" | null); error: { code: CodigoError; message: string } | null; job_ids: Array<string> }> } }
  }
  'GET /v1/firma/operaciones/:id': {
    params: { id: string }
    response: { ok: true; data: { id: string; tipo: "rcv.sincronizar" | "bte.sincronizar" | "buzon.leer" | "acuse.refrescar"; estado: "en_curso" | "terminada" | "cancelada"; cuantas: { espera: number; en_curso: number; ok: number; fallida: number; omitida: number }; created_at: string; cancelada_at: string | null; empresas: Array<{ id: string; rut: string; razon_social: string; ambiente: Ambiente; estado: "espera" | "en_curso" | "ok" | "fallida" | "omitida"; motivo: ("sin_trabajo" | "cancelada" | "eliminada" | null); error: { code: CodigoError; message: string } | null; job_ids: Array<string> }> } }
  }
  'POST /v1/firma/operaciones/:id/cancelar': {
    params: { id: string }
    response: { ok: true; data: { id: string; tipo: "rcv.sincronizar" | "bte.sincronizar" | "buzon.leer" | "acuse.refrescar"; estado: "en_curso" | "terminada" | "cancelada"; cuantas: { espera: number; en_curso: number; ok: number; fallida: number; omitida: number }; created_at: string; cancelada_at: string | null; empresas: Array<{ id: string; rut: string; razon_social: string; ambiente: Ambiente; estado: "espera" | "en_curso" | "ok" | "fallida" | "omitida"; motivo: ("sin_trabajo" | "cancelada" | "eliminada" | null); error: { code: CodigoError; message: string } | null; job_ids: Array<string> }> } }
  }
  'POST /v1/firma/operaciones/:id/reintentar': {
    params: { id: string }
    response: { ok: true; data: { id: string; tipo: "rcv.sincronizar" | "bte.sincronizar" | "buzon.leer" | "acuse.refrescar"; estado: "en_curso" | "terminada" | "cancelada"; cuantas: { espera: number; en_curso: number; ok: number; fallida: number; omitida: number }; created_at: string; cancelada_at: string | null; empresas: Array<{ id: string; rut: string; razon_social: string; ambiente: Ambiente; estado: "espera" | "en_curso" | "ok" | "fallida" | "omitida"; motivo: ("sin_trabajo" | "cancelada" | "eliminada" | null); error: { code: CodigoError; message: string } | null; job_ids: Array<string> }> } }
  }
  'GET /v1/clientes': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; rut?: string; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; orden?: "razon_social" | "-razon_social" | "-total_facturado" | "total_facturado" | "-ultimo_dte" | "ultimo_dte"; eliminados?: "true" | "false"; formato?: "json" | "csv" }
    response: { ok: true; data: Array<Cliente>; paginacion: Paginacion }
  }
  'POST /v1/clientes': {
    body: { rut: string; razon_social: string; giro?: string | null; direccion?: string | null; comuna?: string | null; ciudad?: string | null; email?: string | null; telefono?: string | null; contacto?: string | null; email_intercambio?: string | null; forma_pago_defecto?: number | null; extranjero?: { num_id: (string | number); nacionalidad?: ((string | number) | null); tipo_doc_id?: number | null } | null; notas?: string | null }
    idempotent: true
    response: { ok: true; data: Cliente }
  }
  'POST /v1/clientes/importar': {
    query: { esperar?: number }
    body: { periodo_desde?: string; periodo_hasta?: string; origen?: "rcv" | "emitidos"; sincronizar?: boolean; archivo_base64?: string } | FormData
    idempotent: true
    response: { ok: true; data: { creados: number; actualizados: number; omitidos: number; errores: Array<{ linea: number | null; mensaje: string }> } } | { ok: true; data: { job_id: string; tipo: TipoTrabajo; estado: "pending"; mensaje: string; espera_hasta: string | null } }
  }
  'GET /v1/clientes/trabajos': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; estado?: string; tipo?: string }
    response: { ok: true; data: Array<TrabajoClientes>; paginacion: Paginacion }
  }
  'GET /v1/clientes/trabajos/:jobId': {
    params: { jobId: string }
    response: { ok: true; data: TrabajoClientes }
  }
  'POST /v1/clientes/trabajos/:jobId/reintentar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoClientes }
  }
  'POST /v1/clientes/trabajos/descartar': {
    body: { ids: Array<string> }
    idempotent: true
    response: { ok: true; data: { descartados: number; resultados: Array<{ id: string; descartado: boolean; code: string | null; error: string | null }> } }
  }
  'POST /v1/clientes/trabajos/:jobId/descartar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoClientes }
  }
  'GET /v1/clientes/:id': {
    params: { id: string }
    response: { ok: true; data: Cliente }
  }
  'PUT /v1/clientes/:id': {
    params: { id: string }
    body: { rut?: string; razon_social?: string; giro?: string | null; direccion?: string | null; comuna?: string | null; ciudad?: string | null; email?: string | null; telefono?: string | null; contacto?: string | null; email_intercambio?: string | null; forma_pago_defecto?: number | null; extranjero?: { num_id: (string | number); nacionalidad?: ((string | number) | null); tipo_doc_id?: number | null } | null; notas?: string | null }
    response: { ok: true; data: Cliente }
  }
  'DELETE /v1/clientes/:id': {
    params: { id: string }
    response: undefined
  }
  'POST /v1/clientes/:id/restaurar': {
    params: { id: string }
    idempotent: true
    response: { ok: true; data: Cliente }
  }
  'GET /v1/clientes/:id/historial': {
    params: { id: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-fecha" | "fecha"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string }
    response: { ok: true; data: Array<{ fecha: string; usuario: string | null; campos: Array<{ campo: string; antes: ((string | number | boolean | { num_id: string; nacionalidad: string | null; tipo_doc_id: number | null } | null) | null); despues: ((string | number | boolean | { num_id: string; nacionalidad: string | null; tipo_doc_id: number | null } | null) | null) }> }>; paginacion: Paginacion }
  }
  'GET /v1/clientes/:id/documentos': {
    params: { id: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; tipo_dte?: string; folio?: string; folio_desde?: string; folio_hasta?: string; fecha_desde?: string; fecha_hasta?: string; periodo?: string; monto_min?: string; monto_max?: string; estado?: string; estado_sii?: string; origen?: string; estado_acuse?: string; con_saldo?: string; por_atender?: string; orden?: string; ambiente?: Ambiente; cursor?: string; formato?: "json" | "csv" | "zip" | "pdf"; pdf?: "true" | "false"; papel?: "carta" | "80mm" | "57mm"; cedible?: "true" | "false"; copias?: number }
    response: { ok: true; data: Array<{ tipo_dte: number; folio: number; fecha_emision: string; rut_receptor: string; razon_social_receptor: string | null; monto_neto: number; monto_exento: number; monto_iva: number; monto_total: number; saldo: number; track_id: string | null; estado: (EstadoTrabajo | null); estado_sii: EstadoSii; estado_acuse: (ResultadoAcuse | null); codigo_sii: string | null; glosa: string | null; job_id: string | null; referencia_externa: string | null; created_at: string; origen: OrigenDocumento; contenido: ContenidoDocumento; atendido: boolean; anulado_por: { tipo_dte: number; folio: number } | null }>; paginacion: PaginacionCursor }
  }
  'GET /v1/historia/trabajos': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; estado?: string; tipo?: string }
    response: { ok: true; data: Array<TrabajoHistoria>; paginacion: Paginacion }
  }
  'GET /v1/historia/trabajos/:jobId': {
    params: { jobId: string }
    response: { ok: true; data: TrabajoHistoria }
  }
  'POST /v1/historia/trabajos/:jobId/reintentar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoHistoria }
  }
  'POST /v1/historia/trabajos/descartar': {
    body: { ids: Array<string> }
    idempotent: true
    response: { ok: true; data: { descartados: number; resultados: Array<{ id: string; descartado: boolean; code: string | null; error: string | null }> } }
  }
  'POST /v1/historia/trabajos/:jobId/descartar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoHistoria }
  }
  'GET /v1/historia': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-creada_en" | "creada_en" }
    response: { ok: true; data: Array<Importacion>; paginacion: Paginacion }
  }
  'POST /v1/historia': {
    query: { esperar?: number; simular?: "true" | "false" }
    body: { archivo_base64: string; nombre?: string } | FormData
    idempotent: true
    response: { ok: true; data: Importacion } | { ok: true; data: { job_id: string; tipo: TipoTrabajo; estado: "pending"; mensaje: string; espera_hasta: string | null } }
  }
  'POST /v1/historia/partes': {
    body: { nombre: string; bytes: number; sha256: string }
    idempotent: true
    response: { ok: true; data: { id: string; parte_bytes: number; faltan: Array<number> } }
  }
  'PUT /v1/historia/:id/partes/:n': {
    params: { id: string; n: string }
    body: { archivo_base64: string } | FormData
    response: { ok: true; data: { faltan: Array<number> } }
  }
  'POST /v1/historia/:id/iniciar': {
    params: { id: string }
    query: { simular?: "true" | "false" }
    idempotent: true
    response: { ok: true; data: { job_id: string; tipo: TipoTrabajo; estado: "pending"; mensaje: string; espera_hasta: string | null } }
  }
  'GET /v1/historia/:id': {
    params: { id: string }
    response: { ok: true; data: Importacion }
  }
  'DELETE /v1/historia/:id': {
    params: { id: string }
    response: undefined
  }
  'GET /v1/historia/ajustes': {
    response: { ok: true; data: { guias_facturables_desde: string } }
  }
  'PUT /v1/historia/ajustes': {
    body: { guias_facturables_desde: string }
    response: { ok: true; data: { guias_facturables_desde: string } }
  }
  'GET /v1/historia/:id/archivos': {
    params: { id: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "n" | "-n"; formato?: "json" | "csv"; estado?: string }
    response: { ok: true; data: Array<ArchivoHistorico>; paginacion: Paginacion }
  }
  'GET /v1/historia/:id/archivos/:n/contenido': {
    params: { id: string; n: string }
    response: Blob
  }
  'POST /v1/historia/:id/resolver': {
    params: { id: string }
    body: { archivos: Array<number>; decision: "aceptar" | "descartar"; motivo: string }
    idempotent: true
    response: { ok: true; data: Importacion }
  }
  'GET /v1/catalogo': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; codigo?: string; orden?: "nombre" | "-nombre" | "codigo" | "-codigo" | "-usado" | "usado"; eliminados?: "true" | "false"; formato?: "json" | "csv" }
    response: { ok: true; data: Array<Producto>; paginacion: Paginacion }
  }
  'POST /v1/catalogo': {
    body: { codigo: string; nombre: string; descripcion?: string | null; unidad?: string | null; precio?: ((string | number) | null); moneda?: "CLP" | "UF" | "UTM" | "USD" | "EUR"; precio_con_iva?: boolean; exento?: boolean; impuesto_adicional?: number | null; cuenta?: string | null; centro?: string | null; activo?: boolean }
    idempotent: true
    response: { ok: true; data: Producto }
  }
  'GET /v1/catalogo/:id': {
    params: { id: string }
    response: { ok: true; data: Producto }
  }
  'PUT /v1/catalogo/:id': {
    params: { id: string }
    body: { codigo?: string; nombre?: string; descripcion?: string | null; unidad?: string | null; precio?: ((string | number) | null); moneda?: "CLP" | "UF" | "UTM" | "USD" | "EUR"; precio_con_iva?: boolean; exento?: boolean; impuesto_adicional?: number | null; cuenta?: string | null; centro?: string | null; activo?: boolean }
    response: { ok: true; data: Producto }
  }
  'DELETE /v1/catalogo/:id': {
    params: { id: string }
    response: undefined
  }
  'POST /v1/catalogo/:id/restaurar': {
    params: { id: string }
    idempotent: true
    response: { ok: true; data: Producto }
  }
  'GET /v1/catalogo/:id/historial': {
    params: { id: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-fecha" | "fecha"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string }
    response: { ok: true; data: Array<{ fecha: string; usuario: string | null; campos: Array<{ campo: string; antes: ((string | number | boolean) | null); despues: ((string | number | boolean) | null) }> }>; paginacion: Paginacion }
  }
  'GET /v1/catalogo/:id/precios': {
    params: { id: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-fecha" | "fecha"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string }
    response: { ok: true; data: Array<{ fecha: string; usuario: string | null; antes: { precio: string | null; moneda: string; precio_con_iva: boolean }; despues: { precio: string | null; moneda: string; precio_con_iva: boolean } }>; paginacion: Paginacion }
  }
  'GET /v1/certificacion': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-creada_en" | "creada_en"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; estado?: EstadoPedido }
    response: { ok: true; data: Array<{ id: string; ambiente: Ambiente; alcance: AlcanceCertificacion; estado: EstadoCertificacion; desde: string; creada_en: string }>; paginacion: Paginacion }
  }
  'POST /v1/certificacion': {
    body: { alcance: AlcancePedido }
    idempotent: true
    response: { ok: true; data: Certificacion }
  }
  'GET /v1/certificacion/:id': {
    params: { id: string }
    response: { ok: true; data: Certificacion }
  }
  'POST /v1/certificacion/:id/abandonar': {
    params: { id: string }
    idempotent: true
    response: { ok: true; data: Certificacion }
  }
  'POST /v1/certificacion/:id/sets': {
    params: { id: string }
    query: { simular?: "true" | "false" }
    body: { texto_base64: string; nombre?: string } | FormData
    idempotent: true
    response: { ok: true; data: (Certificacion | { sets: Array<{ clase: ClaseSet; nombre: string; atencion: string | null; casos: number }>; no_admitidos: Array<{ linea: number; mensaje: string }>; dudas: Array<DudaSet> }) } | { ok: true; data: Certificacion }
  }
  'GET /v1/certificacion/:id/sets/:clase': {
    params: { id: string; clase: ClaseSet }
    response: { ok: true; data: SetEntero }
  }
  'GET /v1/certificacion/:id/sets/:clase/casos/:caso': {
    params: { id: string; clase: ClaseSet; caso: string }
    response: { ok: true; data: CasoSet }
  }
  'PUT /v1/certificacion/:id/sets/:clase/ajustes': {
    params: { id: string; clase: ClaseSet }
    body: AjustesSet
    response: { ok: true; data: SetEntero }
  }
  'POST /v1/certificacion/:id/folios': {
    params: { id: string }
    query: { esperar?: number }
    body?: { documentos?: Array<{ [name: string]: unknown }>; completar?: boolean; cantidad?: number }
    idempotent: true
    response: { ok: true; data: FoliosCertificacion }
  }
  'POST /v1/certificacion/:id/sets/:clase/emitir': {
    params: { id: string; clase: ClaseSet }
    idempotent: true
    response: { ok: true; data: SetCertificacion }
  }
  'POST /v1/certificacion/:id/rcof': {
    params: { id: string }
    query: { esperar?: number }
    body?: { forzar?: boolean }
    idempotent: true
    response: { ok: true; data: Rcof }
  }
  'POST /v1/certificacion/:id/sets/:clase/declarado': {
    params: { id: string; clase: ClaseSet }
    body: { fecha?: string }
    idempotent: true
    response: { ok: true; data: Certificacion }
  }
  'POST /v1/certificacion/:id/sets/:clase/veredicto': {
    params: { id: string; clase: ClaseSet }
    body: { estado: "SOK" | "SRH"; glosa?: string }
    idempotent: true
    response: { ok: true; data: Certificacion }
  }
  'POST /v1/certificacion/:id/avanzar': {
    params: { id: string }
    body: { etapa: "simulacion" | "intercambio" | "muestras" | "declaracion" }
    idempotent: true
    response: { ok: true; data: Certificacion }
  }
  'POST /v1/certificacion/:id/declarada': {
    params: { id: string }
    body: { fecha: string; resolucion?: { numero: number; fecha: string } }
    idempotent: true
    response: { ok: true; data: Certificacion }
  }
  'POST /v1/certificacion/:id/deshacer': {
    params: { id: string }
    body: { clase?: ClaseSet; motivo: string }
    idempotent: true
    response: { ok: true; data: Certificacion }
  }
  'POST /v1/certificacion/:id/simulacion': {
    params: { id: string }
    body: { documentos?: Array<{ [name: string]: unknown }>; completar?: boolean; cantidad?: number }
    idempotent: true
    response: { ok: true; data: SetCertificacion }
  }
  'POST /v1/certificacion/:id/intercambio': {
    params: { id: string }
    body: { archivo_base64: string; nombre: string } | FormData
    idempotent: true
    response: { ok: true; data: IntercambioRespondido }
  }
  'POST /v1/certificacion/:id/muestras': {
    params: { id: string }
    response: Blob
  }
  'GET /v1/certificacion/:id/papeles/:cual': {
    params: { id: string; cual: PapelCertificacion }
    response: Blob
  }
  'GET /v1/certificacion/:id/revision': {
    params: { id: string }
    response: { ok: true; data: { lista: boolean; puntos: Array<{ codigo: PuntoRevision; bien: boolean | null; mensaje: string }> } }
  }
  'GET /v1/certificacion/:id/evidencia': {
    params: { id: string }
    response: Blob
  }
  'GET /v1/dte/rcof': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-fecha" | "fecha"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; estado?: string }
    response: { ok: true; data: Array<Rcof>; paginacion: Paginacion }
  }
  'POST /v1/dte/rcof': {
    query: { esperar?: number }
    body: { fecha: string; forzar?: boolean }
    idempotent: true
    response: { ok: true; data: Rcof }
  }
  'GET /v1/dte/rcof/:fecha': {
    params: { fecha: string }
    response: { ok: true; data: Rcof }
  }
  'GET /v1/dte/rcof/:fecha/previa': {
    params: { fecha: string }
    response: { ok: true; data: { fecha: string; secuencia: number; cambio: boolean; obligatorio: boolean; resumen: Array<{ tipo_dte: number; neto: number; iva: number; exento: number; total: number; emitidos: number; anulados: number; utilizados: number; rangos: Array<Array<number>>; rangos_anulados: Array<Array<number>> }> } }
  }
  'GET /v1/dte/rcof/:fecha/xml': {
    params: { fecha: string }
    response: Blob
  }
  'GET /v1/dte/rcof/:fecha/estado': {
    params: { fecha: string }
    response: { ok: true; data: Rcof }
  }
  'GET /v1/dte/rcof/trabajos': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; estado?: string; tipo?: string }
    response: { ok: true; data: Array<TrabajoRcof>; paginacion: Paginacion }
  }
  'GET /v1/dte/rcof/trabajos/:jobId': {
    params: { jobId: string }
    response: { ok: true; data: TrabajoRcof }
  }
  'POST /v1/dte/rcof/trabajos/:jobId/reintentar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoRcof }
  }
  'POST /v1/dte/rcof/trabajos/descartar': {
    body: { ids: Array<string> }
    idempotent: true
    response: { ok: true; data: { descartados: number; resultados: Array<{ id: string; descartado: boolean; code: string | null; error: string | null }> } }
  }
  'POST /v1/dte/rcof/trabajos/:jobId/descartar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoRcof }
  }
  'POST /v1/bte/emitir': {
    query: { esperar?: number }
    body: { fecha: string; beneficiario: { rut: string; nombre: string; direccion: string; comuna: string }; servicios: Array<{ descripcion: string; monto: number }>; referencia_externa?: string }
    idempotent: true
    response: { ok: true; data: Bte } | { ok: true; data: { job_id: string; tipo: TipoTrabajo; estado: "pending"; mensaje: string; espera_hasta: string | null } }
  }
  'POST /v1/bte/previsualizar': {
    body: { fecha: string; beneficiario: { rut: string; nombre: string; direccion: string; comuna: string }; servicios: Array<{ descripcion: string; monto: number }>; referencia_externa?: string }
    idempotent: true
    response: { ok: true; data: { total_bruto: number; tasa_retencion: number | null; total_retencion: number; total_liquido: number; advertencias: Array<Advertencia> } }
  }
  'GET /v1/bte': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; orden?: "-fecha" | "fecha"; periodo?: string; rut?: string; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; anulada?: "true" | "false"; estado?: string; q?: string }
    response: { ok: true; data: Array<Bte>; paginacion: Paginacion }
  }
  'GET /v1/bte/tasa': {
    query: { fecha?: string; rut?: string }
    response: { ok: true; data: { fecha: string; tasa: number; norma: string; adicional: number; origen: "ley" | "ultima_bte" } }
  }
  'GET /v1/bte/resumen/:periodo': {
    params: { periodo: string }
    response: { ok: true; data: { periodo: string; vigentes: number; anuladas: number; bruto: number; retencion: number; liquido: number; inciertas: number; leido_en: string | null; por_beneficiario: Array<{ rut: string; nombre: string; boletas: number; bruto: number; retencion: number; liquido: number }> } }
  }
  'GET /v1/bte/:folio': {
    params: { folio: string }
    response: { ok: true; data: Bte }
  }
  'GET /v1/bte/:folio/pdf': {
    params: { folio: string }
    response: Blob
  }
  'GET /v1/bte/:folio/html': {
    params: { folio: string }
    response: Blob
  }
  'POST /v1/bte/:folio/anular': {
    params: { folio: string }
    query: { esperar?: number }
    body?: { causa?: number; glosa?: string }
    idempotent: true
    response: { ok: true; data: Bte } | { ok: true; data: { job_id: string; tipo: TipoTrabajo; estado: "pending"; mensaje: string; espera_hasta: string | null } }
  }
  'POST /v1/bte/:periodo/sync': {
    params: { periodo: string }
    query: { esperar?: number }
    idempotent: true
    response: { ok: true; data: { periodo: string; boletas: number; nuevas: number; modificadas: number } } | { ok: true; data: { job_id: string; tipo: TipoTrabajo; estado: "pending"; mensaje: string; espera_hasta: string | null } }
  }
  'GET /v1/bte/trabajos': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; estado?: string; tipo?: string }
    response: { ok: true; data: Array<TrabajoBte>; paginacion: Paginacion }
  }
  'GET /v1/bte/trabajos/:jobId': {
    params: { jobId: string }
    response: { ok: true; data: TrabajoBte }
  }
  'POST /v1/bte/trabajos/:jobId/reintentar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoBte }
  }
  'POST /v1/bte/trabajos/descartar': {
    body: { ids: Array<string> }
    idempotent: true
    response: { ok: true; data: { descartados: number; resultados: Array<{ id: string; descartado: boolean; code: string | null; error: string | null }> } }
  }
  'POST /v1/bte/trabajos/:jobId/descartar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoBte }
  }
  'GET /v1/rcv': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-periodo" | "periodo" }
    response: { ok: true; data: Array<SincronizacionRcv>; paginacion: Paginacion }
  }
  'GET /v1/rcv/:periodo': {
    params: { periodo: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; tipo?: string; estado?: string; rut?: string; tipo_dte?: string; q?: string; fecha_desde?: string; fecha_hasta?: string; monto_min?: string; monto_max?: string; con_xml?: string; vinculada?: string; ausentes?: string; orden?: string; cursor?: string; formato?: "json" | "csv" }
    response: { ok: true; data: { sincronizacion: SincronizacionRcv; resumen: Array<{ tipo: LadoRcv; estado_contable: EstadoContable; tipo_dte: number; detalle: "electronico" | "papel" | "resumen"; documentos: number; monto_exento: number; monto_neto: number; monto_iva: number; iva_no_recuperable: number; iva_uso_comun: number; monto_total: number }>; documentos: Array<{ id: string; tipo: LadoRcv; periodo: string; estado_contable: EstadoContable; tipo_dte: number; folio: number; signo: number; rut_contraparte: string; razon_social: string | null; fecha_emision: string; fecha_recepcion: string | null; fecha_acuse: string | null; fecha_reclamo: string | null; monto_exento: number; monto_neto: number; monto_iva: number; monto_total: number; iva_no_recuperable: number; codigo_iva_no_rec: number | null; iva_uso_comun: number; activo_fijo: { neto: number; iva: number }; impuesto_sin_credito: number; iva_retenido_total: number; iva_retenido_parcial: number; iva_no_retenido: number; otros_impuestos: Array<{ codigo: number | null; valor: number | null; tasa: number | null }>; tipo_compra: number | null; tipo_compra_glosa: string | null; nota_sobre_factura_compra: boolean; referencia: { tipo_documento: string; folios: Array<string> } | null; saldo: number; vence_el: string | null; recibido_id: string | null; emitido: { tipo_dte: number; folio: number } | null; origen: "csv" | "sii"; visto_en: string; ausente_desde: string | null; tipo_venta?: number; tipo_venta_glosa?: string; tabacos?: { puros: number; cigarrillos: number; elaborados: number }; liquidacion?: { rut_emisor: string | null; comision_neto: number; comision_exento: number; comision_iva: number }; extranjero?: { num_id: string | null; nacionalidad: string | null }; credito_empresa_constructora?: number; garantia_envases?: number; monto_no_facturable?: number; monto_periodo?: number; numero_interno?: string; sucursal?: string; iva_propio?: number; iva_terceros?: number; iva_fuera_plazo?: number; impuesto_zona_franca?: number; ind_sin_costo?: string; ind_servicio?: string; pasajes?: { nacional: number; internacional: number } }> }; paginacion: PaginacionCursor }
  }
  'GET /v1/rcv/emitidos-fuera': {
    query: { q: string; tipo_dte?: string; limite?: number }
    response: { ok: true; data: { documentos: Array<{ id: string; tipo: LadoRcv; periodo: string; estado_contable: EstadoContable; tipo_dte: number; folio: number; signo: number; rut_contraparte: string; razon_social: string | null; fecha_emision: string; fecha_recepcion: string | null; fecha_acuse: string | null; fecha_reclamo: string | null; monto_exento: number; monto_neto: number; monto_iva: number; monto_total: number; iva_no_recuperable: number; codigo_iva_no_rec: number | null; iva_uso_comun: number; activo_fijo: { neto: number; iva: number }; impuesto_sin_credito: number; iva_retenido_total: number; iva_retenido_parcial: number; iva_no_retenido: number; otros_impuestos: Array<{ codigo: number | null; valor: number | null; tasa: number | null }>; tipo_compra: number | null; tipo_compra_glosa: string | null; nota_sobre_factura_compra: boolean; referencia: { tipo_documento: string; folios: Array<string> } | null; saldo: number; vence_el: string | null; recibido_id: string | null; emitido: { tipo_dte: number; folio: number } | null; origen: "csv" | "sii"; visto_en: string; ausente_desde: string | null; tipo_venta?: number; tipo_venta_glosa?: string; tabacos?: { puros: number; cigarrillos: number; elaborados: number }; liquidacion?: { rut_emisor: string | null; comision_neto: number; comision_exento: number; comision_iva: number }; extranjero?: { num_id: string | null; nacionalidad: string | null }; credito_empresa_constructora?: number; garantia_envases?: number; monto_no_facturable?: number; monto_periodo?: number; numero_interno?: string; sucursal?: string; iva_propio?: number; iva_terceros?: number; iva_fuera_plazo?: number; impuesto_zona_franca?: number; ind_sin_costo?: string; ind_servicio?: string; pasajes?: { nacional: number; internacional: number } }>; quedan: boolean } }
  }
  'GET /v1/rcv/:periodo/cambios': {
    params: { periodo: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-visto_en" | "visto_en"; rut?: string; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string }
    response: { ok: true; data: Array<{ documento: { tipo: LadoRcv; rut: string; tipo_dte: number; folio: number }; visto_en: string; cambio: "nuevo" | "modificado" | "ausente" | "reaparecido"; campos: Array<{ campo: string; antes: ((string | number) | null); despues: ((string | number) | null) }> }>; paginacion: Paginacion }
  }
  'POST /v1/rcv/:periodo/importar': {
    params: { periodo: string }
    query: { simular?: "true" | "false"; modo?: "reemplazar" | "agregar"; vaciar?: "true" | "false" }
    body: { archivo_base64: string; nombre?: string } | FormData
    idempotent: true
    response: { ok: true; data: { tipo: LadoRcv; estado: EstadoContable; documentos: number; nuevos: number; modificados: number; ausentes: number; movidos: number; totales: Array<{ tipo_dte: number; documentos: number; monto_exento: number; monto_neto: number; monto_iva: number; monto_total: number }>; advertencias: Array<{ code: string; campo: string; mensaje: string; documentos: number; monto?: number; iva?: number; lineas?: string }> } }
  }
  'POST /v1/rcv/:periodo/sync': {
    params: { periodo: string }
    query: { esperar?: number }
    body?: { tipos?: Array<"compra" | "venta">; completa?: boolean }
    idempotent: true
    response: { ok: true; data: { periodo: string; estado: "sincronizado" | "parcial"; compras: { documentos: number; nuevos: number; modificados: number; ausentes: number }; ventas: { documentos: number; nuevos: number; modificados: number; ausentes: number }; vinculaciones_creadas: number; actualizado_sii: string | null; sincronizado_en: string | null; advertencias: Array<Advertencia> } } | { ok: true; data: { job_id: string; tipo: TipoTrabajo; estado: "pending"; mensaje: string; espera_hasta: string | null } }
  }
  'PUT /v1/rcv/:periodo/compras/:rut/:tipo/:folio/tipo-compra': {
    params: { periodo: string; rut: string; tipo: string; folio: string }
    body: { tipo_compra: number }
    response: { ok: true; data: { rut: string; tipo_dte: number; folio: number; tipo_compra: number } }
  }
  'GET /v1/rcv/trabajos': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; estado?: string; tipo?: string }
    response: { ok: true; data: Array<TrabajoRcv>; paginacion: Paginacion }
  }
  'GET /v1/rcv/trabajos/:jobId': {
    params: { jobId: string }
    response: { ok: true; data: TrabajoRcv }
  }
  'POST /v1/rcv/trabajos/:jobId/reintentar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoRcv }
  }
  'POST /v1/rcv/trabajos/descartar': {
    body: { ids: Array<string> }
    idempotent: true
    response: { ok: true; data: { descartados: number; resultados: Array<{ id: string; descartado: boolean; code: string | null; error: string | null }> } }
  }
  'POST /v1/rcv/trabajos/:jobId/descartar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoRcv }
  }
  'GET /v1/rcv/:periodo/cuadratura': {
    params: { periodo: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "lado" | "-lado"; rut?: string; lado?: "ventas" | "compras"; clase?: "emitidos_sin_registro" | "registro_sin_emitir" | "distinto_monto" | "rechazados_registrados" | "registro_sin_xml" | "xml_sin_registro" | "xml_sin_validez"; diferencias?: "true" | "false" }
    response: { ok: true; data: { periodo: string; sincronizado_en: string | null; ventas: { coinciden: number; emitidos_sin_registro: number; registro_sin_emitir: number; registro_sin_xml: number; distinto_monto: number; rechazados_registrados: number; xml_sin_validez: number } | null; compras: { coinciden: number; registro_sin_xml: number; xml_sin_registro: number; distinto_monto: number; xml_sin_validez: number; pendientes: number; respondidas_aqui: number; reclamadas: number } | null; boletas: Array<{ tipo_dte: number; documentos_timbre: number; documentos_sii: number | null; total_timbre: number; total_sii: number | null }>; causas: Array<{ lado: "ventas" | "compras"; clase: "emitidos_sin_registro" | "registro_sin_emitir" | "distinto_monto" | "rechazados_registrados" | "registro_sin_xml" | "xml_sin_registro" | "xml_sin_validez"; documentos: number; monto_timbre: number; monto_registro: number }>; diferencias: Array<{ lado: "ventas" | "compras"; clase: "emitidos_sin_registro" | "registro_sin_emitir" | "distinto_monto" | "rechazados_registrados" | "registro_sin_xml" | "xml_sin_registro" | "xml_sin_validez"; rut: string; razon_social: string | null; tipo_dte: number; folio: number; monto_timbre: number | null; monto_registro: number | null; recibido_id: string | null; nota: string | null }> }; paginacion: Paginacion }
  }
  'GET /v1/rcv/:periodo/f29': {
    params: { periodo: string }
    response: { ok: true; data: { periodo: string; base: "rcv" | "rcv+emitidos"; debito: Array<{ concepto: string; codigos: { cantidad: number | null; monto: number } | null; nota?: string; documentos: number; neto: number; iva: number }>; credito: Array<{ concepto: string; codigos: { cantidad: number | null; monto: number } | null; nota?: string; documentos: number; neto: number; iva: number }>; retenciones: Array<{ concepto: string; codigos: { cantidad: number | null; monto: number } | null; nota?: string; documentos: number; neto: number; iva: number }>; otros: Array<{ concepto: string; codigos: { cantidad: number | null; monto: number } | null; nota?: string; documentos: number; neto: number; iva: number }>; formulario: Array<{ codigo: number; valor: number }>; totales: { debito: number; credito: number; diferencia: number }; advertencias: Array<{ code: string; campo: string; mensaje: string; documentos?: number; monto?: number; iva?: number }> } }
  }
  'GET /v1/rcv/:periodo/vinculaciones': {
    params: { periodo: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-fecha_emision" | "fecha_emision"; rut?: string }
    response: { ok: true; data: Array<Vinculacion>; paginacion: Paginacion }
  }
  'GET /v1/rcv/:periodo/nc-pendientes': {
    params: { periodo: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-fecha_emision" | "fecha_emision"; rut?: string }
    response: { ok: true; data: Array<{ nc: { rut: string; tipo_dte: number; folio: number; fecha_emision: string; monto_total: number }; lado: LadoRcv; sin_vincular: number; candidatas: Array<{ factura: { rut: string; tipo_dte: number; folio: number; fecha_emision: string; monto_total: number; saldo: number }; monto: number; confianza: number; razones: Array<string> }> }>; paginacion: Paginacion }
  }
  'GET /v1/rcv/vinculaciones': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-fecha_emision" | "fecha_emision"; rut: string; tipo_dte: number; folio: number }
    response: { ok: true; data: Array<Vinculacion>; paginacion: Paginacion }
  }
  'POST /v1/rcv/vinculacion': {
    body: { nc: { rut: string; tipo_dte: number; folio: number }; factura: { rut: string; tipo_dte: number; folio: number }; lado?: LadoRcv; monto?: number }
    idempotent: true
    response: { ok: true; data: Vinculacion }
  }
  'DELETE /v1/rcv/vinculacion/:id': {
    params: { id: string }
    response: undefined
  }
  'GET /v1/libros/ventas/:periodo': {
    params: { periodo: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "fecha_emision" | "-fecha_emision"; rut?: string; formato?: "json" | "csv"; base?: "rcv" | "emitidos" }
    response: { ok: true; data: { periodo: string; base: "rcv" | "emitidos"; aviso: string; documentos: Array<{ tipo_dte: number; folio: number; fecha_emision: string; rut: string; razon_social: string | null; monto_exento: number; monto_neto: number; monto_iva: number; iva_no_recuperable: number; iva_uso_comun: number; otros_impuestos: number; monto_total: number }>; totales: Array<{ tipo_dte: number; documentos: number; monto_exento: number; monto_neto: number; monto_iva: number; iva_no_recuperable: number; iva_uso_comun: number; monto_total: number }> }; paginacion: Paginacion }
  }
  'GET /v1/libros/compras/:periodo': {
    params: { periodo: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "fecha_emision" | "-fecha_emision"; rut?: string; formato?: "json" | "csv"; base?: "rcv" | "emitidos" }
    response: { ok: true; data: { periodo: string; base: "rcv" | "emitidos"; aviso: string; documentos: Array<{ tipo_dte: number; folio: number; fecha_emision: string; rut: string; razon_social: string | null; monto_exento: number; monto_neto: number; monto_iva: number; iva_no_recuperable: number; iva_uso_comun: number; otros_impuestos: number; monto_total: number }>; totales: Array<{ tipo_dte: number; documentos: number; monto_exento: number; monto_neto: number; monto_iva: number; iva_no_recuperable: number; iva_uso_comun: number; monto_total: number }> }; paginacion: Paginacion }
  }
  'GET /v1/libros/guias/:periodo': {
    params: { periodo: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "fecha_emision" | "-fecha_emision"; rut?: string; formato?: "json" | "csv"; base?: "rcv" | "emitidos" }
    response: { ok: true; data: Array<{ folio: number; fecha_emision: string; rut: string; razon_social: string | null; ind_traslado: number; monto_exento: number; monto_neto: number; monto_iva: number; monto_total: number; estado: "vigente" | "anulada"; estado_sii: EstadoSii; factura: { tipo_dte: number; folio: number } | null }>; paginacion: Paginacion }
  }
  'GET /v1/libros/honorarios/:periodo': {
    params: { periodo: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "fecha" | "-fecha"; rut?: string; formato?: "json" | "csv"; base?: "rcv" | "emitidos" }
    response: { ok: true; data: { periodo: string; aviso: string; documentos: Array<{ folio: number; fecha: string; rut: string; nombre: string; estado: "vigente" | "anulacion_solicitada" | "anulada"; bruto: number; retencion: number; liquido: number }>; total: { documentos: number; bruto: number; retencion: number; liquido: number } }; paginacion: Paginacion }
  }
  'GET /v1/libros/paquete/:periodo': {
    params: { periodo: string }
    query: { base?: "rcv" | "emitidos" }
    response: Blob
  }
  'GET /v1/contabilidad': {
    response: { ok: true; data: { agrupacion: { ventas: "documento" | "dia" | "mes"; compras: "documento" | "dia" | "mes"; honorarios: "documento" | "dia" | "mes" }; redondeo_max: number; glosas: { ventas: string; compras: string; honorarios: string }; comprobantes: { ventas: string; compras: string; honorarios: string }; libro_detalle: { cliente?: number; neto?: number; exento?: number; iva?: number; iva_fuera_plazo?: number; iva_terceros?: number; impuesto?: number; comision?: number; garantia_envases?: number; credito_constructora?: number; zona_franca?: number; redondeo?: number; activo_fijo?: number; iva_uso_comun?: number; iva_no_recuperable?: number; iva_retenido?: number; proveedor?: number; bruto?: number; retencion?: number; liquido?: number } } }
  }
  'PUT /v1/contabilidad': {
    body: { agrupacion?: { ventas?: "documento" | "dia" | "mes"; compras?: "documento" | "dia" | "mes"; honorarios?: "documento" | "dia" | "mes" }; redondeo_max?: number; glosas?: { ventas?: string; compras?: string; honorarios?: string }; comprobantes?: { ventas?: string; compras?: string; honorarios?: string }; libro_detalle?: { cliente?: number; neto?: number; exento?: number; iva?: number; iva_fuera_plazo?: number; iva_terceros?: number; impuesto?: number; comision?: number; garantia_envases?: number; credito_constructora?: number; zona_franca?: number; redondeo?: number; activo_fijo?: number; iva_uso_comun?: number; iva_no_recuperable?: number; iva_retenido?: number; proveedor?: number; bruto?: number; retencion?: number; liquido?: number } }
    response: { ok: true; data: { agrupacion: { ventas: "documento" | "dia" | "mes"; compras: "documento" | "dia" | "mes"; honorarios: "documento" | "dia" | "mes" }; redondeo_max: number; glosas: { ventas: string; compras: string; honorarios: string }; comprobantes: { ventas: string; compras: string; honorarios: string }; libro_detalle: { cliente?: number; neto?: number; exento?: number; iva?: number; iva_fuera_plazo?: number; iva_terceros?: number; impuesto?: number; comision?: number; garantia_envases?: number; credito_constructora?: number; zona_franca?: number; redondeo?: number; activo_fijo?: number; iva_uso_comun?: number; iva_no_recuperable?: number; iva_retenido?: number; proveedor?: number; bruto?: number; retencion?: number; liquido?: number } } }
  }
  'GET /v1/contabilidad/cuentas': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "codigo" | "-codigo"; formato?: "json" | "csv" }
    response: { ok: true; data: Array<{ codigo: string; nombre: string; pide_auxiliar: boolean; pide_centro: boolean; pide_documento: boolean }>; paginacion: Paginacion }
  }
  'PUT /v1/contabilidad/cuentas': {
    body: { archivo_base64: string } | FormData
    response: { ok: true; data: { cuentas: number; errores: Array<{ linea: number; mensaje: string }> } }
  }
  'GET /v1/contabilidad/reglas': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "orden" | "-orden"; libro?: "ventas" | "compras" | "honorarios" }
    response: { ok: true; data: Array<ReglaContable>; paginacion: Paginacion }
  }
  'POST /v1/contabilidad/reglas': {
    body: { orden: number; si: { libro: "ventas" | "compras" | "honorarios"; componente: string; tipos?: Array<number> | null; rut?: string | null; tipo_compra?: Array<number> | null }; cuenta: string; centro?: string | null; auxiliar?: string | null; codigo_doc?: string | null; glosa?: string | null }
    idempotent: true
    response: { ok: true; data: ReglaContable }
  }
  'PUT /v1/contabilidad/reglas/:id': {
    params: { id: string }
    body: { orden: number; si: { libro: "ventas" | "compras" | "honorarios"; componente: string; tipos?: Array<number> | null; rut?: string | null; tipo_compra?: Array<number> | null }; cuenta: string; centro?: string | null; auxiliar?: string | null; codigo_doc?: string | null; glosa?: string | null }
    response: { ok: true; data: ReglaContable }
  }
  'DELETE /v1/contabilidad/reglas/:id': {
    params: { id: string }
    response: undefined
  }
  'POST /v1/contabilidad/reglas/copiar': {
    body: { desde_empresa: string }
    idempotent: true
    response: { ok: true; data: { copiadas: number } }
  }
  'GET /v1/contabilidad/plantillas': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "nombre" | "-nombre" }
    response: { ok: true; data: Array<PlantillaAsientos>; paginacion: Paginacion }
  }
  'POST /v1/contabilidad/plantillas': {
    body: { nombre: string; desde?: "softland" | "softland91" | "nubox" | "defontana" | "manager"; archivo?: "csv" | "txt" | "xlsx"; separador?: ";" | "," | "tab" | "|"; codificacion?: "utf-8" | "utf-8-marca" | "latin-1"; fechas?: "DD/MM/AAAA" | "DD-MM-AAAA" | "AAAA-MM-DD" | "AAAAMMDD"; encabezado?: boolean; hoja?: string; por_libro?: boolean; columnas?: Array<{ titulo: string; valor: string }> }
    idempotent: true
    response: { ok: true; data: PlantillaAsientos }
  }
  'PUT /v1/contabilidad/plantillas/:id': {
    params: { id: string }
    body: { nombre?: string; archivo?: "csv" | "txt" | "xlsx"; separador?: ";" | "," | "tab" | "|"; codificacion?: "utf-8" | "utf-8-marca" | "latin-1"; fechas?: "DD/MM/AAAA" | "DD-MM-AAAA" | "AAAA-MM-DD" | "AAAAMMDD"; encabezado?: boolean; hoja?: string; por_libro?: boolean; columnas?: Array<{ titulo: string; valor: string }> }
    response: { ok: true; data: PlantillaAsientos }
  }
  'DELETE /v1/contabilidad/plantillas/:id': {
    params: { id: string }
    response: undefined
  }
  'POST /v1/contabilidad/plantillas/leer': {
    body: { archivo_base64: string } | FormData
    response: { ok: true; data: { separador: ";" | "," | "tab" | "|"; titulos: Array<string> } }
  }
  'GET /v1/libros/asientos/exportaciones': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; periodo?: string; estado?: "generada" | "confirmada" | "anulada" }
    response: { ok: true; data: Array<ExportacionAsientos>; paginacion: Paginacion }
  }
  'GET /v1/libros/asientos/exportaciones/:id': {
    params: { id: string }
    response: { ok: true; data: ExportacionAsientos }
  }
  'GET /v1/libros/asientos/exportaciones/:id/archivo': {
    params: { id: string }
    response: Blob
  }
  'POST /v1/libros/asientos/exportaciones/:id/confirmar': {
    params: { id: string }
    response: { ok: true; data: ExportacionAsientos }
  }
  'POST /v1/libros/asientos/exportaciones/:id/anular': {
    params: { id: string }
    body: { motivo: string }
    response: { ok: true; data: ExportacionAsientos }
  }
  'GET /v1/libros/asientos/:periodo': {
    params: { periodo: string }
    query: { libros?: string; agrupacion?: "documento" | "dia" | "mes"; base?: "rcv" | "emitidos"; alcance?: "nuevos" | "todo" }
    response: { ok: true; data: { periodo: string; base: "rcv" | "emitidos"; libros: Array<{ libro: "ventas" | "compras" | "honorarios"; asientos: number; documentos: number; debe: number; haber: number }>; sin_cuenta: Array<{ libro: "ventas" | "compras" | "honorarios"; componente: string; tipo_dte: number | null; rut: string | null; documentos: number; monto: number; ejemplo: { tipo_dte: number | null; folio: number | null; rut: string | null; fecha: string } }>; sin_detalle: Array<{ cuenta: string; falta: string; libro: "ventas" | "compras" | "honorarios"; componente: string; documentos: number; ejemplo: { tipo_dte: number | null; folio: number | null; rut: string | null; fecha: string } }>; descuadrados: Array<{ libro: "ventas" | "compras" | "honorarios"; tipo_dte: number | null; folio: number | null; rut: string | null; fecha: string; diferencia: number; partes: Array<{ componente: string; monto: number }> }>; exportados: number; cambiados: Array<{ libro: "ventas" | "compras" | "honorarios"; documento: string; exportacion_id: string; cambio: "modificado" | "ausente" }>; listo: boolean; asientos: Array<{ libro: "ventas" | "compras" | "honorarios"; numero: number; fecha: string; glosa: string; documentos: number; debe: number; haber: number; lineas: number; movimientos: Array<{ cuenta: string; centro: string | null; auxiliar: string | null; codigo_doc: string | null; tipo_dte: number | null; folio: number | null; rut: string | null; glosa: string; debe: number; haber: number }> }> } }
  }
  'POST /v1/libros/asientos/:periodo': {
    params: { periodo: string }
    body: { formato: string; libros?: Array<"ventas" | "compras" | "honorarios">; agrupacion?: { ventas?: "documento" | "dia" | "mes"; compras?: "documento" | "dia" | "mes"; honorarios?: "documento" | "dia" | "mes" }; alcance: "nuevos" | "todo"; base?: "rcv" | "emitidos"; archivo?: "csv" | "txt" | "xlsx"; codificacion?: "utf-8" | "utf-8-marca" | "latin-1"; separador?: ";" | "," | "tab" | "|" }
    response: { ok: true; data: ExportacionAsientos }
  }
  'GET /v1/recibidos': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; tipo_dte?: string; folio?: string; periodo?: string; firma?: string; en_rcv?: string; estado?: string; orden?: string; rut?: string; rut_emisor?: string; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; cursor?: string; formato?: "json" | "csv" }
    response: { ok: true; data: Array<FilaRecibido>; paginacion: PaginacionCursor }
  }
  'POST /v1/recibidos': {
    body: { archivo_base64: string; nombre?: string } | FormData
    idempotent: true
    response: { ok: true; data: (RecibidoCargado | CargaDeRecibidos) }
  }
  'GET /v1/recibidos/:id': {
    params: { id: string }
    response: { ok: true; data: Recibido }
  }
  'DELETE /v1/recibidos/:id': {
    params: { id: string }
    response: undefined
  }
  'GET /v1/recibidos/:id/xml': {
    params: { id: string }
    query: { cesion?: number; disposicion?: "attachment" | "inline" }
    response: Blob
  }
  'GET /v1/recibidos/:id/pdf': {
    params: { id: string }
    query: { original?: "true" | "false"; disposicion?: "attachment" | "inline" }
    response: Blob
  }
  'GET /v1/empresa/:id/buzon': {
    params: { id: string }
    response: { ok: true; data: (Buzon | null) }
  }
  'PUT /v1/empresa/:id/buzon': {
    params: { id: string }
    body: { tipo: "imap" | "simulador"; host?: string; puerto?: number; seguridad?: "tls" | "starttls"; usuario?: string; clave?: string; carpeta?: string; desde?: string | null; despues?: "marcar" | "mover" | "nada"; carpeta_procesados?: string | null }
    response: { ok: true; data: Buzon }
  }
  'DELETE /v1/empresa/:id/buzon': {
    params: { id: string }
    response: undefined
  }
  'POST /v1/empresa/:id/buzon/probar': {
    params: { id: string }
    idempotent: true
    response: { ok: true; data: { tipo: "imap" | "simulador"; host: string | null; puerto: number | null; seguridad: ("tls" | "starttls" | null); usuario: string | null; carpeta: string; desde: string | null; despues: "marcar" | "mover" | "nada"; carpeta_procesados: string | null; guardado_en: string; apagado: { desde: string; motivo: string } | null; leido_en: string | null; error: string | null; mensajes: number } }
  }
  'POST /v1/recibidos/buzon/leer': {
    query: { esperar?: number }
    idempotent: true
    response: { ok: true; data: { mensajes: number; documentos: number; repetidos: number; ignorados: number } } | { ok: true; data: { job_id: string; tipo: TipoTrabajo; estado: "pending"; mensaje: string; espera_hasta: string | null } }
  }
  'GET /v1/recibidos/mensajes': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-leido_en" | "leido_en"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; resultado?: string }
    response: { ok: true; data: Array<{ id: string; message_id: string | null; de: string | null; responder_a: string | null; asunto: string; fecha: string | null; recibido_en: string; leido_en: string; bytes: number; resultado: ResultadoMensaje; documentos: Array<{ id: string; tipo_dte: number; folio: number; rut_emisor: string; razon_social_emisor: string }>; repetidos: number; respuestas: number; ajenos: number; ignorados: Array<{ nombre: string; motivo: string }> }>; paginacion: Paginacion }
  }
  'POST /v1/recibidos/:id/respuestas': {
    params: { id: string }
    query: { esperar?: number }
    body: { tipo: "recepcion" | "resultado" | "recibo"; estado?: number; glosa?: string; recinto?: string; enviar?: boolean; para?: string }
    idempotent: true
    response: { ok: true; data: RespuestaIntercambio }
  }
  'GET /v1/recibidos/respuestas': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-creada_en" | "creada_en"; rut?: string; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; tipo?: string; estado?: string }
    response: { ok: true; data: Array<RespuestaIntercambio>; paginacion: Paginacion }
  }
  'GET /v1/recibidos/respuestas/recibidas': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-recibida_en" | "recibida_en"; rut?: string; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; clase?: string; propias?: "true" | "false" }
    response: { ok: true; data: Array<RespuestaRecibida>; paginacion: Paginacion }
  }
  'GET /v1/recibidos/respuestas/:id/xml': {
    params: { id: string }
    response: Blob
  }
  'GET /v1/recibidos/trabajos': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; estado?: string; tipo?: string }
    response: { ok: true; data: Array<TrabajoRecibidos>; paginacion: Paginacion }
  }
  'GET /v1/recibidos/trabajos/:jobId': {
    params: { jobId: string }
    response: { ok: true; data: TrabajoRecibidos }
  }
  'POST /v1/recibidos/trabajos/:jobId/reintentar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoRecibidos }
  }
  'POST /v1/recibidos/trabajos/descartar': {
    body: { ids: Array<string> }
    idempotent: true
    response: { ok: true; data: { descartados: number; resultados: Array<{ id: string; descartado: boolean; code: string | null; error: string | null }> } }
  }
  'POST /v1/recibidos/trabajos/:jobId/descartar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoRecibidos }
  }
  'GET /v1/dte/acuse': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-registrado_en" | "registrado_en"; rut?: string; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; accion?: AccionAcuse }
    response: { ok: true; data: Array<{ id: string; rut_emisor: string; tipo_dte: number; folio: number; accion: AccionAcuse; comentario: string | null; registrado_en: string; job_id: string }>; paginacion: Paginacion }
  }
  'POST /v1/dte/acuse': {
    query: { esperar?: number }
    body: { rut_emisor: string; tipo_dte: number; folio: number; accion: AccionAcuse; comentario?: string | null }
    idempotent: true
    response: { ok: true; data: { id: string; estado: "registrado"; accion: AccionAcuse; codigo_sii: string; glosa: string; registrado_en: string; resultado: ResultadoAcuse; vence_el: string | null } } | { ok: true; data: { job_id: string; tipo: TipoTrabajo; estado: "pending"; mensaje: string; espera_hasta: string | null } }
  }
  'POST /v1/dte/acuse/lote': {
    body: { accion: AccionAcuse; documentos: Array<{ rut_emisor: string; tipo_dte: number; folio: number }> }
    idempotent: true
    response: { ok: true; data: { job_id: string; tipo: TipoTrabajo; estado: "pending"; mensaje: string; espera_hasta: string | null } }
  }
  'GET /v1/dte/acuse/pendientes': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "vence_el" | "-vence_el"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; vence_antes?: string; rut?: string }
    response: { ok: true; data: Array<{ rcv_id: string | null; recibido_id: string | null; periodo: string | null; rut_emisor: string; razon_social: string | null; tipo_dte: number; folio: number; fecha_emision: string; monto_total: number; recibido_sii: string; plazo_estimado: boolean; vence_el: string; horas_restantes: number }>; paginacion: Paginacion }
  }
  'GET /v1/dte/acuse/trabajos': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; estado?: string; tipo?: string }
    response: { ok: true; data: Array<TrabajoAcuse>; paginacion: Paginacion }
  }
  'GET /v1/dte/acuse/trabajos/:jobId': {
    params: { jobId: string }
    response: { ok: true; data: TrabajoAcuse }
  }
  'POST /v1/dte/acuse/trabajos/:jobId/reintentar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoAcuse }
  }
  'POST /v1/dte/acuse/trabajos/descartar': {
    body: { ids: Array<string> }
    idempotent: true
    response: { ok: true; data: { descartados: number; resultados: Array<{ id: string; descartado: boolean; code: string | null; error: string | null }> } }
  }
  'POST /v1/dte/acuse/trabajos/:jobId/descartar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoAcuse }
  }
  'GET /v1/dte/acuse/:tipo/:folio': {
    params: { tipo: string; folio: string }
    query: { fuente?: "sii" | "local" }
    response: { ok: true; data: { resultado: ResultadoAcuse; eventos: Array<{ codigo: string; descripcion: string; fecha: string; rut: string }>; recibido_sii: string | null; plazo_estimado: boolean; vence_el: string | null; dias_restantes: number | null; horas_restantes: number | null; cedible: boolean | null; acciones_posibles: Array<AccionAcuse>; fuente: "sii" | "local"; consultado_en: string | null } }
  }
  'GET /v1/dte/acuse/recibidos/:rut/:tipo/:folio': {
    params: { rut: string; tipo: string; folio: string }
    query: { fuente?: "sii" | "local" }
    response: { ok: true; data: { resultado: ResultadoAcuse; eventos: Array<{ codigo: string; descripcion: string; fecha: string; rut: string }>; recibido_sii: string | null; plazo_estimado: boolean; vence_el: string | null; dias_restantes: number | null; horas_restantes: number | null; cedible: boolean | null; acciones_posibles: Array<AccionAcuse>; fuente: "sii" | "local"; consultado_en: string | null } }
  }
  'GET /v1/compras-internacionales': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; orden?: "-creado_en" | "creado_en"; estado?: string; q?: string; proveedor?: string; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; bloqueo?: string }
    response: { ok: true; data: Array<CompraInternacional>; paginacion: Paginacion }
  }
  'POST /v1/compras-internacionales': {
    query: { esperar?: number; ia?: "true" | "false" }
    body: { archivo_base64?: string; nombre?: string; proveedor?: { nombre?: string | null; pais?: string | null; tax_id?: string | null; direccion?: string | null }; numero?: string | null; fecha?: string | null; moneda?: string | null; monto?: string | null; impuesto_extranjero?: string | null; descripcion?: string | null; tipo_cambio?: string | null } | FormData
    idempotent: true
    response: { ok: true; data: CompraInternacional } | { ok: true; data: { job_id: string; tipo: TipoTrabajo; estado: "pending"; mensaje: string; espera_hasta: string | null } }
  }
  'GET /v1/compras-internacionales/:id': {
    params: { id: string }
    response: { ok: true; data: CompraInternacional }
  }
  'PUT /v1/compras-internacionales/:id': {
    params: { id: string }
    body: { proveedor?: { nombre?: string | null; pais?: string | null; tax_id?: string | null; direccion?: string | null }; numero?: string | null; fecha?: string | null; moneda?: string | null; monto?: string | null; impuesto_extranjero?: string | null; descripcion?: string | null; tipo_cambio?: string | null }
    response: { ok: true; data: CompraInternacional }
  }
  'GET /v1/compras-internacionales/:id/archivo': {
    params: { id: string }
    query: { disposicion?: "attachment" | "inline" }
    response: Blob
  }
  'PUT /v1/compras-internacionales/:id/clasificacion': {
    params: { id: string }
    body: { naturaleza: "servicio" | "bien_importado" | "indeterminado"; prestador_residente: boolean | null; iva_chileno_cobrado: boolean | null; confirmado: boolean; afecto_impuesto_adicional?: boolean | null }
    response: { ok: true; data: CompraInternacional }
  }
  'POST /v1/compras-internacionales/:id/descartar': {
    params: { id: string }
    idempotent: true
    response: { ok: true; data: CompraInternacional }
  }
  'POST /v1/compras-internacionales/:id/emitir': {
    params: { id: string }
    body?: { fecha_emision?: string; tipo_transaccion?: number; forma_pago?: number }
    idempotent: true
    response: { ok: true; data: EmisionEnCola }
  }
  'GET /v1/compras-internacionales/estados-cuenta': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-creado_en" | "creado_en"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string }
    response: { ok: true; data: Array<{ id: string; estado: "extrayendo" | "extraido" | "sin_extraer"; archivo: { nombre: string; sha256: string }; formato: string | null; tarjeta: string | null; motivo: string | null; movimientos: number; creado_en: string }>; paginacion: Paginacion }
  }
  'POST /v1/compras-internacionales/estados-cuenta': {
    query: { esperar?: number }
    body: { archivo_base64: string; nombre?: string } | FormData
    idempotent: true
    response: { ok: true; data: EstadoCuenta } | { ok: true; data: { job_id: string; tipo: TipoTrabajo; estado: "pending"; mensaje: string; espera_hasta: string | null } }
  }
  'GET /v1/compras-internacionales/estados-cuenta/:id': {
    params: { id: string }
    response: { ok: true; data: EstadoCuenta }
  }
  'POST /v1/compras-internacionales/estados-cuenta/:id/filas/:n/compra': {
    params: { id: string; n: string }
    idempotent: true
    response: { ok: true; data: CompraInternacional }
  }
  'GET /v1/compras-internacionales/trabajos': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; estado?: string; tipo?: string }
    response: { ok: true; data: Array<TrabajoCompraInternacional>; paginacion: Paginacion }
  }
  'GET /v1/compras-internacionales/trabajos/:jobId': {
    params: { jobId: string }
    response: { ok: true; data: TrabajoCompraInternacional }
  }
  'POST /v1/compras-internacionales/trabajos/:jobId/reintentar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoCompraInternacional }
  }
  'POST /v1/compras-internacionales/trabajos/descartar': {
    body: { ids: Array<string> }
    idempotent: true
    response: { ok: true; data: { descartados: number; resultados: Array<{ id: string; descartado: boolean; code: string | null; error: string | null }> } }
  }
  'POST /v1/compras-internacionales/trabajos/:jobId/descartar': {
    params: { jobId: string }
    idempotent: true
    response: { ok: true; data: TrabajoCompraInternacional }
  }
  'GET /v1/tipos-cambio': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-fecha" | "fecha"; moneda?: string; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string }
    response: { ok: true; data: Array<{ moneda: string; fecha: string; valor: string; fuente: "tabla" | "servidor" | "bcentral"; cargado_en: string }>; paginacion: Paginacion }
  }
  'POST /v1/tipos-cambio': {
    body: { tipos?: Array<{ moneda: string; fecha: string; valor: string }>; archivo_base64?: string } | FormData
    idempotent: true
    response: { ok: true; data: { nuevos: number; cambiados: number; iguales: number; advertencias: Array<Advertencia> } }
  }
  'GET /v1/tipos-cambio/banco': {
    response: { ok: true; data: { activo: boolean; consultado_en: string | null; monedas: Array<{ moneda: string; ultimo_dia: string | null; motivo: string | null }> } }
  }
  'GET /v1/feriados': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "fecha" | "-fecha"; anio?: string }
    response: { ok: true; data: Array<{ fecha: string; nombre: string; fuente: "ley" | "servidor" }>; paginacion: Paginacion }
  }
  'POST /v1/documentos/:tipo/:folio/enviar': {
    params: { tipo: string; folio: string }
    body?: { email?: string }
    idempotent: true
    response: { ok: true; data: { id: string; destinatario: string; estado: "pendiente" | "enviada" | "fallida"; created_at: string } }
  }
  'GET /v1/dte/consulta/:tipo/:folio': {
    params: { tipo: string; folio: string }
    query: { rut_receptor?: string; fecha_emision?: string; monto_total?: string }
    response: { ok: true; data: { estado: (EstadoSii | null); codigo_sii: string; glosa: string; recibido: boolean; fecha_recepcion: string | null; track_id: string | null; explicacion: (Explicacion | null) } }
  }
  'GET /v1/dte/estado/:trackId': {
    params: { trackId: string }
    response: { ok: true; data: { track_id: string; estado: "en_proceso" | "procesado" | "dudoso"; codigo_sii: string; glosa: string; informados: number; aceptados: number; rechazados: number; reparos: number; detalle: Array<{ tipo_dte: number | null; folio: number | null; estado: string; errores: Array<{ codigo: string; descripcion: string; detalle: string }> }>; explicacion: (Explicacion | null) } }
  }
  'GET /v1/dte/emitidos/:periodo': {
    params: { periodo: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "tipo_dte" | "-tipo_dte"; rut?: string; tipo_dte?: string }
    response: { ok: true; data: Array<({ tipo_dte: number; nombre: string; documentos: number; monto_exento: number; monto_neto: number; monto_iva: number; monto_total: number; seccion: string | null } | { tipo_dte: number; folio: number; rut: string; razon_social: string | null; fecha_emision: string; fecha_recepcion: string | null; monto_exento: number; monto_neto: number; monto_iva: number; monto_total: number; evento: string | null })>; advertencias?: Array<Advertencia>; paginacion: Paginacion }
  }
  'GET /v1/dte/recibidos/:periodo': {
    params: { periodo: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "tipo_dte" | "-tipo_dte"; rut?: string; tipo_dte?: string }
    response: { ok: true; data: Array<({ tipo_dte: number; nombre: string; documentos: number; monto_exento: number; monto_neto: number; monto_iva: number; monto_total: number; seccion: string | null } | { tipo_dte: number; folio: number; rut: string; razon_social: string | null; fecha_emision: string; fecha_recepcion: string | null; monto_exento: number; monto_neto: number; monto_iva: number; monto_total: number; evento: string | null })>; advertencias?: Array<Advertencia>; paginacion: Paginacion }
  }
  'GET /v1/contribuyente/:rut': {
    params: { rut: string }
    query: { max_edad?: string }
    response: { ok: true; data: { rut: string; razon_social: string | null; giro: string | null; direccion: string | null; comuna: string | null; ciudad: string | null; email: string | null; email_intercambio: string | null; autorizado_dte: boolean; resolucion: { numero: number; fecha: string } | null; documentos: Array<{ tipo_dte: number; desde: string | null; hasta: string | null }>; fuentes: { [name: string]: "sii" | "situacion" | "empresa" | "recibidos" | "clientes" | "emitidos" }; fuente: "sii" | "cache"; consultado_en: string } }
  }
  'POST /v1/empresa/autocompletar': {
    query: { max_edad?: string }
    body: { rut: string; ambiente?: Ambiente }
    idempotent: true
    response: { ok: true; data: { rut: string; razon_social: string | null; giro: string | null; actividades: Array<{ codigo: number; descripcion: string | null; afecta_iva: boolean | null }>; direccion: string | null; comuna: string | null; ciudad: string | null; email_dte: string | null; documentos_autorizados: Array<number>; fuentes: { [name: string]: "sii" | "situacion" | "empresa" | "recibidos" | "clientes" | "emitidos" }; fuente: "sii" | "cache"; consultado_en: string } }
  }
  'GET /v1/sii/situacion/:rut': {
    params: { rut: string }
    query: { max_edad?: string; captcha_id?: string; captcha?: string }
    response: { ok: true; data: { rut: string; razon_social: string; inicio_actividades: boolean | null; fecha_inicio: string | null; moneda_extranjera: boolean | null; empresa_menor_tamano: boolean | null; actividades: Array<{ codigo: number; descripcion: string; categoria: string; afecta_iva: boolean; desde: string | null }>; documentos_obligados: Array<string>; documentos_timbrados: Array<{ nombre: string; anio: number }>; observaciones: string | null; fuente: "sii" | "cache"; consultado_en: string } }
  }
  'GET /v1/plantilla': {
    query: { tipo_dte?: "33" | "34" | "39" | "41" | "43" | "46" | "52" | "56" | "61" | "110" | "111" | "112"; formato?: "carta" | "80mm" | "57mm" }
    response: { ok: true; data: { id: string | null; version: number | null; nombre: string; activa: boolean; tipos_dte: Array<number>; tipos_activos: Array<number>; formato: "carta" | "80mm" | "57mm"; creada_por: string | null; created_at: string | null; config: ConfigPlantilla } }
  }
  'POST /v1/plantilla': {
    body: { nombre: string; tipos_dte?: Array<33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112>; formato?: "carta" | "80mm" | "57mm"; config?: ConfigPlantilla }
    idempotent: true
    response: { ok: true; data: { id: string; version: number; nombre: string; activa: boolean; tipos_dte: Array<number>; tipos_activos: Array<number>; formato: "carta" | "80mm" | "57mm"; creada_por: string; created_at: string; config: ConfigPlantilla; advertencias?: Array<Advertencia> } }
  }
  'GET /v1/plantilla/versiones': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-version" | "version" }
    response: { ok: true; data: Array<{ id: string; version: number; nombre: string; activa: boolean; tipos_dte: Array<number>; tipos_activos: Array<number>; formato: "carta" | "80mm" | "57mm"; creada_por: string; created_at: string }>; paginacion: Paginacion }
  }
  'GET /v1/plantilla/versiones/:id': {
    params: { id: string }
    response: { ok: true; data: { id: string; version: number; nombre: string; activa: boolean; tipos_dte: Array<number>; tipos_activos: Array<number>; formato: "carta" | "80mm" | "57mm"; creada_por: string; created_at: string; config: ConfigPlantilla } }
  }
  'DELETE /v1/plantilla/versiones/:id': {
    params: { id: string }
    response: undefined
  }
  'PUT /v1/plantilla/versiones/:id/activar': {
    params: { id: string }
    body?: { tipos_dte?: Array<33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112> }
    response: { ok: true; data: { id: string; version: number; nombre: string; activa: boolean; tipos_dte: Array<number>; tipos_activos: Array<number>; formato: "carta" | "80mm" | "57mm"; creada_por: string; created_at: string; config: ConfigPlantilla } }
  }
  'PUT /v1/plantilla/versiones/:id/desactivar': {
    params: { id: string }
    body?: { tipos_dte?: Array<33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112> }
    response: { ok: true; data: { id: string; version: number; nombre: string; activa: boolean; tipos_dte: Array<number>; tipos_activos: Array<number>; formato: "carta" | "80mm" | "57mm"; creada_por: string; created_at: string; config: ConfigPlantilla } }
  }
  'GET /v1/plantilla/logo': {
    response: Blob
  }
  'POST /v1/plantilla/logo': {
    body: { logo_base64: string } | FormData
    idempotent: true
    response: { ok: true; data: { tipo: "image/png" | "image/jpeg"; ancho: number; alto: number; bytes: number; created_at: string } }
  }
  'DELETE /v1/plantilla/logo': {
    response: undefined
  }
  'POST /v1/plantilla/previsualizar': {
    body?: { plantilla?: string; config?: ConfigPlantilla; formato?: "carta" | "80mm" | "57mm"; tipo_dte?: 33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112; cedible?: boolean }
    response: Blob
  }
  'GET /v1/webhooks': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at" }
    response: { ok: true; data: Array<Webhook>; paginacion: Paginacion }
  }
  'POST /v1/webhooks': {
    body: { url: string; eventos?: Array<TipoEvento>; descripcion?: string | null; activo?: boolean; secreto?: string }
    idempotent: true
    response: { ok: true; data: { id: string; url: string; eventos: Array<TipoEvento>; descripcion: string | null; activo: boolean; ambiente: Ambiente; motivo_inactivo: string | null; fallando_desde: string | null; created_at: string; updated_at: string; secreto: string } }
  }
  'GET /v1/webhooks/:id': {
    params: { id: string }
    response: { ok: true; data: Webhook }
  }
  'PUT /v1/webhooks/:id': {
    params: { id: string }
    body: { url?: string; eventos?: Array<TipoEvento>; descripcion?: string | null; activo?: boolean }
    response: { ok: true; data: Webhook }
  }
  'DELETE /v1/webhooks/:id': {
    params: { id: string }
    response: undefined
  }
  'POST /v1/webhooks/:id/activar': {
    params: { id: string }
    idempotent: true
    response: { ok: true; data: Webhook }
  }
  'POST /v1/webhooks/:id/rotar-secreto': {
    params: { id: string }
    idempotent: true
    response: { ok: true; data: { id: string; secreto: string; secreto_anterior_hasta: string } }
  }
  'POST /v1/webhooks/:id/probar': {
    params: { id: string }
    idempotent: true
    response: { ok: true; data: Entrega }
  }
  'GET /v1/webhooks/:id/entregas': {
    params: { id: string }
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string; estado?: "pendiente" | "entregada" | "fallida" }
    response: { ok: true; data: Array<Entrega>; paginacion: Paginacion }
  }
  'GET /v1/webhooks/:id/entregas/:entregaId': {
    params: { id: string; entregaId: string }
    response: { ok: true; data: { id: string; evento: TipoEvento; evento_id: string; estado: "pendiente" | "entregada" | "fallida"; vez: number; intentos: number; proximo_intento: string | null; status: number | null; error: string | null; created_at: string; detalle_intentos: Array<{ numero: number; fecha: string; duracion_ms: number; solicitud: { url: string; encabezados: { [name: string]: string }; cuerpo: string }; respuesta: { status: number | null; cuerpo: string | null; error: string | null } }> } }
  }
  'POST /v1/webhooks/:id/entregas/:entregaId/reenviar': {
    params: { id: string; entregaId: string }
    idempotent: true
    response: { ok: true; data: Entrega }
  }
  'GET /v1/events/stream': {
    query: { ticket?: string; last_event_id?: string }
    response: Blob
  }
  'POST /v1/events/ticket': {
    response: { ok: true; data: { ticket: string; expires_at: string } }
  }
  'GET /v1/billing/suscripcion': {
    response: { ok: true; data: { plan: "Gratis" | "Emprendedor" | "Profesional" | "Empresa"; estado: "activa" | "prueba" | "morosa" | "cancelada"; periodo_inicio: string; periodo_fin: string; monto: number; moneda: "CLP"; renovacion: boolean } }
  }
  'GET /v1/billing/cobros': {
    query: { pagina?: number; limite?: number; page?: number; limit?: number; per_page?: number; q?: string; orden?: "-created_at" | "created_at"; fecha_desde?: string; desde?: string; fecha_hasta?: string; hasta?: string }
    response: { ok: true; data: Array<{ id: string; checkout_id: string; plan: "Gratis" | "Emprendedor" | "Profesional" | "Empresa"; ciclo: "mensual" | "anual"; monto: number; moneda: "CLP"; estado: "pagado" | "por_revisar"; motivo: string | null; proveedor: "manual" | "flow"; referencia: string | null; periodo_inicio: string | null; periodo_fin: string | null; created_at: string }>; paginacion: Paginacion }
  }
  'POST /v1/billing/cancelar': {
    idempotent: true
    response: { ok: true; data: { plan: "Gratis" | "Emprendedor" | "Profesional" | "Empresa"; estado: "activa" | "prueba" | "morosa" | "cancelada"; periodo_inicio: string; periodo_fin: string; monto: number; moneda: "CLP"; renovacion: boolean } }
  }
  'POST /v1/billing/reactivar': {
    idempotent: true
    response: { ok: true; data: { plan: "Gratis" | "Emprendedor" | "Profesional" | "Empresa"; estado: "activa" | "prueba" | "morosa" | "cancelada"; periodo_inicio: string; periodo_fin: string; monto: number; moneda: "CLP"; renovacion: boolean } }
  }
  'POST /v1/billing/checkout': {
    body: { plan: "Gratis" | "Emprendedor" | "Profesional" | "Empresa"; ciclo: "mensual" | "anual" }
    idempotent: true
    response: { ok: true; data: { id: string; url: string | null; estado: "abierto" | "pagado" | "vencido" | "anulado" | "rechazado"; expira_en: string; plan: "Gratis" | "Emprendedor" | "Profesional" | "Empresa"; ciclo: "mensual" | "anual"; monto: number; moneda: "CLP"; creado_en: string } }
  }
  'GET /v1/billing/checkout/:id': {
    params: { id: string }
    response: { ok: true; data: { id: string; url: string | null; estado: "abierto" | "pagado" | "vencido" | "anulado" | "rechazado"; expira_en: string; plan: "Gratis" | "Emprendedor" | "Profesional" | "Empresa"; ciclo: "mensual" | "anual"; monto: number; moneda: "CLP"; creado_en: string } }
  }
  'DELETE /v1/billing/checkout/:id': {
    params: { id: string }
    response: undefined
  }
  'POST /v1/billing/checkout/:id/confirmar': {
    params: { id: string }
    idempotent: true
    response: { ok: true; data: { id: string; url: string | null; estado: "abierto" | "pagado" | "vencido" | "anulado" | "rechazado"; expira_en: string; plan: "Gratis" | "Emprendedor" | "Profesional" | "Empresa"; ciclo: "mensual" | "anual"; monto: number; moneda: "CLP"; creado_en: string } }
  }
  'POST /simulador/certificados': {
    body: { rut: string; nombre: string; dias?: number }
    response: { ok: true; data: { pfx_base64: string; clave: string } }
  }
  'POST /simulador/caf': {
    body: { rut: string; tipo_dte: 33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112; cantidad: number; razon_social?: string; lado?: "certificacion" | "produccion" }
    response: { ok: true; data: { xml: string; caf_base64: string; tipo_dte: number; desde: number; hasta: number; cantidad: number; solicitada: number; max_autorizado: number; fecha_autorizacion: string } }
  }
  'POST /simulador/acuse': {
    body: { rut_emisor?: string; rut_receptor?: string; tipo_dte?: 33 | 34 | 43; folio?: number; documentos?: Array<{ tipo_dte: 33 | 34 | 43; folio: number }>; accion: "ERM" | "ACD" | "RCD" | "RFP" | "RFT"; lado?: "certificacion" | "produccion" }
    response: { ok: true; data: ({ rut_emisor: string; tipo_dte: number; folio: number; rut_receptor: string; accion: string; codigo_sii: string; recibido_sii: string | null; vence_el: string | null; eventos: Array<{ codigo: string; descripcion: string; rut: string; fecha: string | null }> } | { accion: string; registrados: number; documentos: Array<{ tipo_dte: number; folio: number; codigo_sii: string; glosa: string }> }) }
  }
  'GET /simulador/libro': {
    query: { rut?: string; tipo_dte?: 33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112; folio?: number; track_id?: number; lado?: "certificacion" | "produccion" }
    response: { ok: true; data: { envios: Array<{ track_id: string; lado: string; servicio: string; sobre: string; rut_empresa: string; rut_envia: string; archivo: string; sha1: string; veces: number; estado: "REC" | "SOK" | "FOK" | "CRT" | "PRD" | "EPR" | "RSC" | "RFR" | "RCT" | "RPT"; atascado: string | null; razones: Array<{ codigo: string; mensaje: string }>; recibido_at: string | null; repetido_at: string | null; estado_at: string | null }>; documentos: Array<{ track_id: string; orden: number; lado: string; rut_emisor: string; tipo_dte: number; folio: number; rut_receptor: string; fecha_emision: string; monto_total: number; sha1: string; veces: number; veredicto: ("aceptado" | "reparo" | "reparo_leve" | "rechazado" | null); razones: Array<{ codigo: string; mensaje: string }>; juzgado_at: string | null; eventos: Array<{ codigo: string; descripcion: string; rut: string; fecha: string | null }> }> } }
  }
  'GET /simulador/libro/:tipo/:folio/xml': {
    params: { tipo: string; folio: string }
    query: { rut?: string }
    response: Blob
  }
  'GET /simulador/rcof': {
    query: { rut?: string }
    response: { ok: true; data: Array<{ track_id: string; lado: string; rut_empresa: string; rut_envia: string; archivo: string; sha1: string; veces: number; fecha: string; secuencia: number; estado: "REC" | "EPR" | "RPR" | "RFR" | "RCT"; razones: Array<{ codigo: string; mensaje: string }>; resumen: Array<{ tipo_dte: number; total: number; emitidos: number; anulados: number; utilizados: number; rangos: Array<Array<number>>; rangos_anulados: Array<Array<number>> }>; recibido_at: string | null }> }
  }
  'GET /simulador/libros': {
    query: { rut?: string }
    response: { ok: true; data: Array<{ track_id: string; lado: string; rut_empresa: string; rut_envia: string; archivo: string; sha1: string; veces: number; clase: "VENTA" | "COMPRA" | "GUIA"; periodo: string; folio_notificacion: string; estado: "LSO" | "LTC" | "LRH" | "LRS" | "LRC" | "LRF" | "LNC"; razones: Array<{ codigo: string; mensaje: string }>; documentos: number; recibido_at: string | null }> }
  }
  'GET /simulador/correo': {
    query: { rut?: string; para?: string; desde?: number; limite?: number }
    response: { ok: true; data: Array<{ id: string; de: string; para: string; asunto: string; message_id: string | null; recibido_at: string | null; bytes: number }> }
  }
  'POST /simulador/correo': {
    query: { rut?: string; para?: string; de?: string }
    body: { archivo_base64: string } | string | FormData
    response: { ok: true; data: Array<{ id: string; de: string; para: string; asunto: string; message_id: string | null; recibido_at: string | null; bytes: number }> }
  }
  'GET /simulador/correo/:id': {
    params: { id: string }
    query: { rut?: string }
    response: Blob
  }
  'GET /simulador/bte': {
    query: { rut?: string }
    response: { ok: true; data: Array<{ rut: string; folio: number; estado: "vigente" | "anulacion_solicitada" | "anulada"; fecha: string; codigo_barras: string; beneficiario: { rut: string; nombre: string; direccion: string; comuna: string }; servicios: Array<{ descripcion: string; monto: number }>; total_bruto: number; total_retencion: number; total_liquido: number; emitida_por: string; emitida_at: string | null; anulacion_at: string | null; causa: string | null }> }
  }
  'GET /simulador/registro/:periodo': {
    params: { periodo: string }
    query: { rut?: string }
    response: { ok: true; data: { rut: string; periodo: string; compra: RegistroVecino; venta: RegistroVecino } }
  }
  'GET /simulador/reloj': {
    response: { ok: true; data: { ahora: string } }
  }
  'POST /simulador/reloj': {
    body: { avanzar?: string; fijar?: string }
    response: { ok: true; data: { ahora: string } }
  }
  'GET /simulador/fallas': {
    response: { ok: true; data: Array<{ id: string; servicio: string; falla: string; ms: number | null; codigo: string | null; quedan: number | null; hasta: string | null }> }
  }
  'POST /simulador/fallas': {
    body: { servicio: "semilla" | "token" | "envio" | "rcof" | "estado_envio" | "estado_dte" | "boleta_envio" | "boleta_estado" | "reclamo" | "login" | "contribuyente" | "rcv" | "rcv_diferido" | "consulta_dte_portal" | "situacion" | "folios" | "folios_anular" | "correo" | "bte" | "certificacion" | "todos"; falla: "http_503" | "error_500_texto" | "corte_antes" | "corte_despues_de_guardar" | "demora" | "cuerpo_truncado" | "token_rechazado" | "sin_permiso" | "atascado" | "error_interno" | "contradiccion" | "firewall" | "cola" | "sesion_vencida" | "pagina_ajena" | "limite_sesiones" | "clave_bloqueada" | "certificado_rechazado" | "codigo" | "json_truncado" | "json_html" | "cod" | "fila_menos" | "fila_repetida" | "sin_blob" | "gzip_roto" | "captcha_malo" | "mantencion" | "corte_despues_de_otorgar" | "ofga" | "no_autoriza" | "correo_perdido" | "correo_doble" | "corte_despues_de_emitir" | "retencion_distinta" | "empresa_no_autorizada" | "pagina_despues_de_guardar" | "srh" | "mail_perdido" | "epr_con_reparo"; ms?: number; codigo?: string; veces?: number; hasta?: string }
    response: { ok: true; data: { id: string; servicio: string; falla: string; ms: number | null; codigo: string | null; quedan: number | null; hasta: string | null } }
  }
  'DELETE /simulador/fallas': {
    response: { ok: true; data: { eliminadas: number } }
  }
  'GET /simulador/contribuyentes': {
    response: { ok: true; data: Array<{ rut: string; lado: string; inscrito: boolean; emisor: boolean; tipos_dte: Array<number> | null; personas: Array<string> | null; razon_social?: string | null; actividades?: Array<{ codigo: number; descripcion: string; afecta_iva: boolean }> | null; inicio_actividades?: string | null; termino_giro?: string | null; email_intercambio?: string | null; empresa_menor_tamano?: boolean | null }> }
  }
  'PUT /simulador/contribuyentes/:rut': {
    params: { rut: string }
    body: { lado?: "certificacion" | "produccion"; inscrito?: boolean; emisor?: boolean; tipos_dte?: Array<33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112> | null; personas?: Array<string> | null; razon_social?: string | null; actividades?: Array<{ codigo: number; descripcion: string; afecta_iva?: boolean }> | null; inicio_actividades?: string | null; termino_giro?: string | null; email_intercambio?: string | null; empresa_menor_tamano?: boolean | null }
    response: { ok: true; data: { rut: string; lado: string; inscrito: boolean; emisor: boolean; tipos_dte: Array<number> | null; personas: Array<string> | null; razon_social?: string | null; actividades?: Array<{ codigo: number; descripcion: string; afecta_iva: boolean }> | null; inicio_actividades?: string | null; termino_giro?: string | null; email_intercambio?: string | null; empresa_menor_tamano?: boolean | null } }
  }
  'DELETE /simulador/contribuyentes/:rut': {
    params: { rut: string }
    response: { ok: true; data: { eliminados: number } }
  }
  'GET /simulador/vecindario': {
    query: { rut?: string }
    response: { ok: true; data: { rut: string; vecinos: number; por_hacer: number; proximo: string | null; registro: Array<{ operacion: "COMPRA" | "VENTA"; tipo_dte: number; documentos: number }>; boletas_terceros: number; correos: number } }
  }
  'POST /simulador/vecindario': {
    query: { rut?: string }
    body: { meses?: number; semilla?: string; razon_social?: string; giro?: string; direccion?: string; comuna?: string }
    response: { ok: true; data: { rut: string; vecinos: number; por_hacer: number; proximo: string | null; registro: Array<{ operacion: "COMPRA" | "VENTA"; tipo_dte: number; documentos: number }>; boletas_terceros: number; correos: number } }
  }
  'DELETE /simulador/vecindario': {
    query: { rut?: string }
    response: { ok: true; data: { eliminados: number } }
  }
  'GET /simulador/vecinos': {
    query: { rut?: string }
    response: { ok: true; data: Array<Vecino> }
  }
  'PUT /simulador/vecinos/:rut': {
    params: { rut: string }
    query: { rut?: string }
    body: { temple?: "proveedor" | "proveedor_anula" | "proveedor_windows" | "proveedor_contado" | "proveedor_notas" | "proveedor_desprolijo" | "cliente_formal" | "cliente_callado" | "cliente_reclama" | "tenedor" | "tercero"; retraso?: number; correo?: boolean }
    response: { ok: true; data: Vecino }
  }
  'POST /simulador/vecinos/:rut/emitir': {
    params: { rut: string }
    query: { rut?: string }
    body: { tipo_dte: 33 | 34 | 52 | 56 | 61; forma_pago?: number; fecha?: string; lineas: Array<{ nombre: string; cantidad: number; precio: number; exento?: boolean }>; referencias?: Array<{ tipo_documento?: string | number; tipo_dte?: string | number; folio: string | number; codigo?: number }>; envio?: "sii" | "correo" | "ambos"; falla?: "firma" | "timbre" | "carta_firma" | "carta_ajena" | "carta_folio" | "carta_ilegible" }
    response: { ok: true; data: { track_id: string | null; rut_emisor: string; tipo_dte: number; folio: number; fecha_emision: string; monto_neto: number; monto_exento: number; monto_iva: number; monto_total: number } }
  }
  'GET /simulador/vecinos/:rut/bandeja': {
    params: { rut: string }
    query: { rut?: string }
    response: { ok: true; data: Array<{ id: string; asunto: string; recibido_at: string | null; clase: ("EnvioDTE" | "DTE" | "RespuestaDTE" | "EnvioRecibos" | "AEC" | "ilegible" | "otro" | null); codigo: number | null; documentos: Array<{ tipo_dte: number; folio: number; rut_emisor: string; monto_total: number; codigo: number; glosa: string }> }> }
  }
  'GET /simulador/vecinos/:rut/registro/:periodo': {
    params: { rut: string; periodo: string }
    query: { rut?: string }
    response: { ok: true; data: { rut: string; periodo: string; compra: RegistroVecino; venta: RegistroVecino } }
  }
  'POST /simulador/certificacion/sets': {
    query: { rut?: string }
    body: { rut?: string; sets: Array<"basico" | "exenta" | "guia" | "compra" | "liquidacion" | "exportacion_1" | "exportacion_2" | "libro_ventas" | "libro_compras" | "libro_compras_exentos" | "libro_guias" | "boleta">; semilla?: string; dialecto?: "actual" | "antiguo" }
    response: Blob
  }
  'GET /simulador/certificacion/avance': {
    query: { rut?: string }
    response: { ok: true; data: { rut: string; tramites: Array<{ alcance: "factura" | "boleta"; paso: "SET" | "SIMULACION" | "INTERCAMBIO" | "MUESTRAS" | "DECLARACION" | "AUTORIZADA"; desde: string | null }>; sets: Array<{ clase: string; nombre: string; atencion: number | null; generado_at: string | null; estado: "POR REALIZAR" | "EN REVISION" | "REVISADO CONFORME" | "ENVIO CON ERRORES O REPAROS"; track_id: string | null; declarado_at: string | null }>; simulacion: { estado: "POR REALIZAR" | "EN REVISION" | "REVISADO CONFORME" | "ENVIO CON ERRORES O REPAROS"; track_id: string | null; declarado_at: string | null } } }
  }
  'POST /simulador/certificacion/avance': {
    query: { rut?: string }
    body: { rut?: string; clase: "basico" | "exenta" | "guia" | "compra" | "liquidacion" | "exportacion_1" | "exportacion_2" | "libro_ventas" | "libro_compras" | "libro_compras_exentos" | "libro_guias" | "boleta" | "simulacion"; track_id: string; fecha: string }
    response: { ok: true; data: { clase: string; estado: "POR REALIZAR" | "EN REVISION" | "REVISADO CONFORME" | "ENVIO CON ERRORES O REPAROS"; track_id: string | null; declarado_at: string | null } }
  }
  'GET /simulador/certificacion/revision/:trackId': {
    params: { trackId: string }
    query: { rut?: string }
    response: { ok: true; data: { rut: string; track_id: string; revisado_at: string | null; resultado: "SOK" | "SRH"; controles: Array<{ control: string; dato: string | null; caso: number | null; linea: number | null; esperado: string; encontrado: string; conforme: boolean; glosa: string }> } }
  }
  'POST /simulador/certificacion/siguiente': {
    query: { rut?: string }
    body: { rut?: string; alcance?: "factura" | "boleta" }
    response: { ok: true; data: { alcance: "factura" | "boleta"; paso: "SET" | "SIMULACION" | "INTERCAMBIO" | "MUESTRAS" | "DECLARACION" | "AUTORIZADA"; mensaje: string } }
  }
  'POST /simulador/certificacion/intercambio': {
    query: { rut?: string }
    body: { rut?: string }
    response: { ok: true; data: { nombre: string; xml_base64: string } }
  }
  'POST /simulador/certificacion/intercambio/respuestas': {
    query: { rut?: string }
    body: { rut?: string; recepcion_base64: string; recibos_base64: string; resultado_base64: string }
    response: { ok: true; data: { conforme: boolean; controles: Array<{ control: string; dato: string | null; caso: number | null; linea: number | null; esperado: string; encontrado: string; conforme: boolean; glosa: string }> } }
  }
  'POST /simulador/certificacion/muestras': {
    query: { rut?: string }
    body: { rut?: string; archivos: Array<{ nombre: string; pdf_base64: string }> }
    response: { ok: true; data: { archivos: Array<{ nombre: string; muestra: string | null; conforme: boolean; controles: Array<{ control: string; dato: string | null; caso: number | null; linea: number | null; esperado: string; encontrado: string; conforme: boolean; glosa: string }> }>; faltan: Array<string> } }
  }
  'POST /simulador/certificacion/declaracion': {
    query: { rut?: string }
    body: { rut?: string; alcance?: "factura" | "boleta" }
    response: { ok: true; data: { alcance: "factura" | "boleta"; paso: "SET" | "SIMULACION" | "INTERCAMBIO" | "MUESTRAS" | "DECLARACION" | "AUTORIZADA"; mensaje: string } }
  }
  'POST /simulador/historia': {
    query: { rut?: string }
    body: { documentos: number; desde: string; hasta: string; programa: "libredte" | "portal" | "bsale" | "openfactura" | "nubox"; semilla?: string; fallas?: Array<"timbre" | "zip">; razon_social?: string; giro?: string; direccion?: string; comuna?: string }
    response: Blob
  }
  'GET /simulador/valores': {
    query: { timeseries?: string; firstdate?: string; lastdate?: string; function?: string; user?: string; pass?: string }
    response: { Codigo: number; Descripcion: string; Series: { seriesId?: string; Obs: Array<{ indexDateString: string; value: string; statusCode: string }> } }
  }
  'GET /simulador/ajustes': {
    response: { ok: true; data: { rcv_refresco: (number | "diario"); rcv_maximo: number; captcha: boolean; caf_racionado: boolean; bte_causas: number; bte_certificado: boolean; preset: ("rapido" | "fiel" | null) } }
  }
  'PUT /simulador/ajustes': {
    body: { preset?: "rapido" | "fiel"; rcv_refresco?: (number | "diario"); rcv_maximo?: number; captcha?: boolean; caf_racionado?: boolean; bte_causas?: number; bte_certificado?: (boolean | "si") }
    response: { ok: true; data: { rcv_refresco: (number | "diario"); rcv_maximo: number; captcha: boolean; caf_racionado: boolean; bte_causas: number; bte_certificado: boolean; preset: ("rapido" | "fiel" | null) } }
  }
  'POST /simulador/claves': {
    body: { rut: string }
    response: { ok: true; data: { rut: string; clave: string } }
  }
  'DELETE /simulador/claves/:rut/bloqueo': {
    params: { rut: string }
    response: { ok: true; data: { rut: string; bloqueado: boolean } }
  }
  'GET /simulador/sesiones': {
    response: { ok: true; data: { personas: Array<{ rut: string; logins: number; rechazados: number; abiertas: number; sin_cerrar: number; bloqueada_hasta: string | null }>; sesiones: Array<{ rut: string; metodo: string; estado: "abierta" | "vencida" | "cerrada"; abierta_at: string | null; ultima_at: string | null; vence_at: string | null; cerrada_at: string | null }> } }
  }
  'DELETE /simulador/sesiones': {
    response: { ok: true; data: { terminadas: number } }
  }
  'GET /simulador/receptores': {
    response: { ok: true; data: Array<{ rut: string; efecto: string; descripcion: string }> }
  }
  'GET /v1/respaldos': {
    response: { ok: true; data: { programado: { destino: string; cron: string; conservar: string; abre: boolean; proxima: string } | null; trabajando: boolean; problemas: Array<{ motivo: "fallido" | "atrasado" | "ensayo_fallido" | "ensayo_atrasado"; desde: string; mensaje: string }>; copias: Array<{ nombre: string; estado: "en_curso" | "hecha" | "fallida" | "borrada" | "ausente"; inicio: string; fin: string | null; bytes: number | null; error: string | null; ensayo: { resultado: "abierta" | "integra" | "fallida"; fecha: string; detalle: string | null } | null }> } }
  }
  'POST /v1/respaldos': {
    response: { ok: true; data: { programado: { destino: string; cron: string; conservar: string; abre: boolean; proxima: string } | null; trabajando: boolean; problemas: Array<{ motivo: "fallido" | "atrasado" | "ensayo_fallido" | "ensayo_atrasado"; desde: string; mensaje: string }>; copias: Array<{ nombre: string; estado: "en_curso" | "hecha" | "fallida" | "borrada" | "ausente"; inicio: string; fin: string | null; bytes: number | null; error: string | null; ensayo: { resultado: "abierta" | "integra" | "fallida"; fecha: string; detalle: string | null } | null }> } }
  }
  'GET /manual': {
    response: Blob
  }
  'GET /manual/:pagina': {
    params: { pagina: string }
    response: Blob
  }
  'GET /llms.txt': {
    response: Blob
  }
  'GET /salud': {
    response: { ok: true; data: { estado: "vivo"; version: string; commit: string | null; fecha: string | null } }
  }
  'GET /listo': {
    response: { ok: true; data: { base_de_datos: boolean; trabajos: boolean; reloj: { desfase_segundos: number | null; aviso: string | null } } }
  }
  'GET /cambios': {
    response: { ok: true; data: Array<{ version: string; fecha: string; cambios: Array<{ tipo: "Agregado" | "Cambiado" | "Corregido" | "Eliminado"; texto: string }> }>; interfaz: Array<{ version: string; fecha: string | null; cambios: Array<{ tipo: "Agregado" | "Cambiado" | "Corregido" | "Eliminado"; texto: string }> }> }
  }
}
