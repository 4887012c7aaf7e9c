// The releases of Timbre as data (src §5.5): written in the commit that earns them, newest first.

export const TIPOS_DE_CAMBIO = ['Agregado', 'Cambiado', 'Corregido', 'Eliminado'] as const
export type TipoDeCambio = (typeof TIPOS_DE_CAMBIO)[number]

export interface Version {
  /** `v0.1.0` */
  version: string
  /** `YYYY-MM-DD` */
  fecha: string
  cambios: { tipo: TipoDeCambio; texto: string }[]
}

const entry =
  (tipo: TipoDeCambio) =>
  (texto: string): { tipo: TipoDeCambio; texto: string } => ({ tipo, texto })
const agregado = entry('Agregado')
const cambiado = entry('Cambiado')
const corregido = entry('Corregido')

export const CAMBIOS: readonly Version[] = [
  {
    version: 'v0.1.0',
    fecha: '2026-11-20',
    cambios: [
      corregido(
        'timbre emitir, documentos y los demás, timbre actualizar y la prueba de vida de la imagen preguntan al servidor de la propia máquina sin pasar por el proxy de HTTP_PROXY, que veía la llave.',
      ),
      corregido(
        'Una fecha de una serie que se adelantó y se detuvo por falta de folios se hace en cuanto llegan, y no en su día original.',
      ),
      corregido(
        'El aviso diario ya no cuenta entre lo que termina hoy las series que emiten ese día, sigue intentándose aunque se cambie su ajuste, y una falla no se muestra después de su día.',
      ),
      agregado(
        'GET /v1/resumen, y Resumen en el panel, dice a los propietarios de la cuenta que administra el servidor si sus copias de respaldo fallan o se atrasan (asunto `respaldos`).',
      ),
      corregido(
        'El buscador del manual halla también otra forma de la palabra: «certificado vencido» lleva a «Se venció el certificado».',
      ),
      corregido(
        'timbre emitir, documentos y los demás, junto a la carpeta de datos, hallan a su servidor aunque escuche en otra dirección que la de siempre: él la anota ahí. Si contesta otro servidor, lo dicen. timbre folios, sin más, los muestra.',
      ),
      cambiado(
        'Un archivo de registro (TIMBRE_LOG_FILE) que no se puede escribir ya no impide partir: el servidor atiende, lo intenta otra vez con cada línea, y timbre doctor dice por qué. Uno que no se puede apartar al llenarse ya no crece sin fin: a los 50 MB pierde lo más antiguo.',
      ),
      agregado(
        'POST /simulador/historia da, en simulación, un ZIP de lo que la empresa emitió con otro programa (LibreDTE, el portal del SII, Bsale, OpenFactura o Nubox), que el SII simulado ya conoce: sirve para ensayar la importación de la historia.',
      ),
      agregado(
        'POST /v1/firma/operaciones hace lo mismo en el SII por hasta doscientas empresas: trae el registro o las boletas de honorarios, lee el buzón, pregunta por las aceptaciones. Cuatro empresas a la vez, cada una con su permiso, su gasto y su resultado; `simular=true` dice antes cuánto gasta, y se cancela o se reintenta lo que falló.',
      ),
      agregado(
        'PUT /v1/firma/aviso-diario hace que llegue a la persona un correo al día con lo que espera en sus empresas: primero lo que termina hoy, después lo urgente y, si lo pide, lo que conviene mirar. Viene apagado; el día en que nada espera no llega. POST …/probar lo manda en el acto.',
      ),
      agregado(
        'El tablero de la firma cuenta, en `documentos`, las series con una fecha detenida (`series_detenidas`) y los borradores que esperan (`borradores`), y los vencimientos y el calendario llevan la próxima fecha de cada serie (clase `serie`).',
      ),
      agregado(
        'En el panel, Series lleva lo que se emite en las fechas de una regla: «Repetir cada mes…», en un documento o en un borrador abierto, hace una con sus fechas a la vista antes de guardar; su página dice la regla en palabras, el total o las faltas de las doce fechas que siguen y qué quedó de las anteriores. Una fecha se omite, se mueve, se deshace o lleva su propio contenido; la serie se edita, se pausa, se reanuda, se termina y, en simulación, se adelanta. Un aviso dice cuándo una se detiene.',
      ),
      agregado(
        'Mudar una cuenta, o una de sus empresas, a otro servidor de Timbre: POST /v1/cuenta/exportaciones con `mudanza` y `frase`, o timbre cuenta exportar --mudanza, lleva también los secretos, cifrados bajo la frase, y desde ya lo que va sólo se lee (409 `ACCOUNT_MOVED`). timbre cuenta importar la pone en el otro, detenido: todo o nada, con los mismos ids, claves y llaves de API. DELETE la reabre, y los folios se preguntan al SII antes de seguir. En el manual, «Llevarse todo, o irse».',
      ),
      corregido(
        'timbre cuenta verificar nombra también el archivo cuyos largos o suma dicen otra cosa en el propio archivo del ZIP que en su lista.',
      ),
      agregado(
        'Asientos: GET /v1/libros/asientos/:periodo dice los asientos de un mes (ventas, compras y boletas de terceros emitidas) y lo que les falta; POST los exporta para Softland (59 o 91 columnas), Nubox, Defontana, Manager o una plantilla propia, en CSV, TXT o XLSX. Las cuentas las dan reglas de la empresa (/v1/contabilidad/reglas, por parte, tipo, RUT o tipo de compra), contra su plan de cuentas si lo carga; Timbre no trae ninguna. Si falta una cuenta (ACCOUNT_MISSING), lo que el plan pide (ACCOUNT_DETAIL_MISSING) o algo no cuadra (VOUCHER_UNBALANCED), no se escribe nada. Lo exportado queda con sus bytes y su SHA-256, y un documento no sale dos veces mientras su exportación no se anule. Permisos contabilidad:leer, contabilidad:administrar y contabilidad:exportar; evento asientos.generados.',
      ),
      corregido(
        'La falta de un campo que admite null dentro de un objeto con reglas se dice con su ruta entera: `si.rut`, no `rut`.',
      ),
      agregado(
        'TIMBRE_LOG_FILE, o timbre serve --registro, guarda el registro también en un archivo, con por qué el servidor no partió; a los 10 MB se aparta con la fecha, y quedan los cuatro últimos. La tarea de Windows lo usa: su registro está en timbre.log de la carpeta de datos.',
      ),
      agregado('GET /openapi.json?area=Folios da esa parte de la API; `tag` sigue valiendo lo mismo.'),
      corregido('timbre clave-maestra leer toma las líneas de la hoja también una a una, y con su número.'),
      corregido(
        'De las copias timbre.db.antes-de-0051_… que deja cada partida que cambia la base quedan las tres últimas, y de una que falla una y otra vez, la primera y la última: antes se juntaban sin fin.',
      ),
      agregado(
        'Certificación: `POST /v1/certificacion/:id/deshacer` (timbre certificar deshacer) quita, con un motivo, lo que se anotó por error como declarado: un set que aún no tiene resultado, o la declaración de cumplimiento que la había cerrado. La simulación puede ser de documentos propios, aunque sean pocos: `completar` agrega los tipos y documentos que faltan, y el panel los toma de una planilla.',
      ),
      corregido(
        'Certificación: dos emisiones a la vez del mismo set ya no dicen a la segunda que faltan folios, sino que se está emitiendo; repetir un RCOF con su Idempotency-Key da la respuesta guardada aunque la certificación haya terminado. timbre certificar ensayo no acepta un libro sin el set contra el que se revisa.',
      ),
      agregado(
        'En el panel, Borradores muestra los de la empresa con su total o sus faltas: se abren en el formulario, se guardan sin pasar por encima de lo que otra persona cambió, y se emiten de a uno o hasta cien juntos. Emitir tiene «Guardar como borrador», también para quien no emite, y «Duplicar» está en cada documento y en su lista.',
      ),
      agregado(
        'En el panel, Catálogo lleva los productos, con su precio en pesos de hoy y sus cambios de precio; al emitir, el ítem de una línea los halla por nombre o código, y el precio de cualquier línea puede estar en UF, UTM, USD o EUR.',
      ),
      agregado(
        'Recurrentes: /v1/recurrentes lleva series que emiten, o escriben borradores, en las fechas de una regla (días, semanas, meses o años; último día, último hábil, hábil k), con textos como {mes} y {uf}, precios en UF o UTM del día y fechas como +30d. Cada fecha se hace una sola vez, para siempre; la que se atrasa o trae una falta queda como borrador, y la que no halla folios, certificado o valor se intenta cada hora y cuando llegan. `proximas` dice cada una como se emitirá. Permiso `recurrentes:gestionar`; eventos `recurrente.detenida` y `recurrente.terminada`.',
      ),
      agregado(
        'Borradores: el evento `borrador.creado`, uno por pasada de las series; la lista se filtra por `serie`.',
      ),
      corregido(
        'timbre rotar-clave deja la clave anterior en clave.maestra.anterior-…, sin la cual no se abre ningún respaldo de antes. Historia: una nota sobre un documento en conflicto no se enlaza al de aquí, y lo dice. Borradores: al emitir uno se puede decir la `version` vista. Certificación: timbre certificar folios y rcof funcionan junto a la carpeta de datos, y el paso del RCOF pide a la persona sólo lo que puede hacer.',
      ),
      agregado(
        'timbre servicio muestra la unidad de systemd, y en Windows la tarea del Programador de tareas, con que el servidor se mantiene en marcha; --salida la guarda y dice cómo se registra. En Windows, timbre actualizar toma el .zip de la entrega y cambia un programa en uso, y --detener y --partir son órdenes de cmd.',
      ),
      cambiado(
        'timbre actualizar deja las tres últimas copias timbre.db.antes-de-actualizar-… y dice cuáles borra, espera a que el servidor termine cuando la orden de --detener no lo hace, y si el programa es de un paquete nombra el .deb que hay que instalar. timbre doctor avisa de un servicio detenido y de una actualización interrumpida.',
      ),
      agregado(
        'timbre historia importar lleva al servidor, por partes, una carpeta, un ZIP o un XML de lo que emitió otro programa; --simular sólo dice qué haría, y timbre historia estado muestra en qué va.',
      ),
      agregado(
        'Llevarse todo: POST /v1/cuenta/exportaciones da a un propietario, por un día, el derecho a descargar la cuenta entera, o algunas de sus empresas, en archivos abiertos y sin secretos: los XML emitidos y recibidos, y cada tabla en JSON, con un índice de SHA-256. El ZIP se hace mientras se descarga, de una sola lectura. `timbre cuenta exportar` lo escribe junto al servidor, y `timbre cuenta verificar` lo comprueba. En el manual, «Llevarse todo, o irse».',
      ),
      agregado(
        'Borradores: /v1/borradores guarda documentos por emitir, también a medias, que ven todos los de la empresa; `juicio` dice qué les falta y cuánto suman. Con `desde` se duplica un documento emitido en un paso. Cada uno se emite una sola vez, solo o hasta cien juntos. Una llave con `borradores:escribir` y sin `dte:emitir` propone, y una persona emite.',
      ),
      corregido(
        'Catálogo: una línea en USD o EUR que se convierte con un tipo de cambio de antes de un día hábil lo dice (`OLD_EXCHANGE_RATE`), también la UF o UTM de otro día en lo que espera su hora, y `LINE_FROM_CATALOG` dice el impuesto del producto que el tipo de documento no lleva. En el panel, «Certificar la empresa» está arriba, junto al ambiente.',
      ),
      agregado(
        'Certificación: `POST /v1/certificacion/:id/folios` (timbre certificar folios) pide al SII los folios que faltan para lo que sigue, de todos los sets o de la simulación, sin pedir dos veces; y `POST /v1/certificacion/:id/rcof` (timbre certificar rcof) envía el consumo de folios del día del set de boletas, que es un paso de ese camino hasta que el SII lo acepta (`rcof`, y el código `rcof` en `pendientes`). El XML va en la evidencia, y timbre certificar ensayo lo recorre.',
      ),
      corregido(
        'Certificación: al corregir un resultado mal anotado, la certificación vuelve a la etapa en que estaba y no al comienzo de la simulación; y corregir el de la simulación ya no pasa por encima de un set rechazado. La revisión suma los folios que faltan a todos los sets.',
      ),
      corregido(
        'timbre demo fallaba en una máquina lenta, cuando el SII simulado tardaba más de lo que espera una respuesta; ahora espera mientras algo avance. timbre instalar espera a un servicio que parte despacio y no a uno que ya se rindió. En Windows ya no se dice que otros pueden leer la clave maestra por su modo, que ahí nada significa.',
      ),
      corregido(
        'Firma: el calendario trae cada F29 de los noventa días y cuenta todas las compras por aceptar, un mismo día es siempre el mismo evento, nombra el ambiente de lo que no está en producción y su dirección deja de servir al cambiar la contraseña. En el tablero cada asunto de lo emitido lleva a su pantalla (`asuntos`), y una empresa que aún se calcula lo dice (`sin_calcular`).',
      ),
      corregido(
        'Firma: un F29 ya no figura listo mientras uno de sus libros se leyó antes de terminar el mes, y el que venció sin marca sigue en el tablero (`vencidos`), en los vencimientos y en la pantalla, que pregunta qué mes se declaró y qué día. Desbloquear el ingreso al SII renueva el tablero de todas las empresas con esa credencial.',
      ),
      corregido(
        'En Windows, timbre serve no partía la primera vez (EPERM): quería llevar al disco una carpeta, lo que Windows no admite.',
      ),
      corregido(
        'timbre actualizar rehúsa --clave con un programa suelto, que no trae firma que revisar, y con --sin-firma también entonces; antes la dejaba de lado sin decirlo.',
      ),
      agregado(
        'timbre demo y timbre clave-maestra también llevan --json. serve, demo e instalar muestran sus páginas con http://localhost, donde los navegadores admiten llaves de acceso, y no con http://127.0.0.1; `url`, en el registro, es la misma de antes.',
      ),
      corregido(
        'Certificación: los ajustes de un set se revisan al guardarlos, como los revisará `emitir`. Lo que rechazaría una solicitud viene en `por_corregir` (y su número en `faltas`), con el caso y el campo, y el set no está `listo` ni la revisión en verde mientras quede algo (`solicitudes`, `corregir_ajustes`). Las faltas de un set nombran el caso («caso 1.receptor.giro») y las de la simulación, el documento. Se pregunta al leer el texto por un nombre de más de 80 letras, una unidad de más de 4, un descuento sin el signo % y el transporte de las guías.',
      ),
      agregado(
        'Panel: las preguntas de un set se responden con palabras y no con códigos: puertos, países y unidades se buscan por su nombre en las tablas de Aduana, y lo que el texto de una exportación no dice tiene su formulario. Los receptores de un set sirven en otro, y cada set lleva al siguiente que pregunta.',
      ),
      cambiado(
        'Panel: cada paso de «Certificación», que ahora está en el menú, dice para qué es, quién lo hace, dónde, qué se escribe y cómo se ve que está listo. Un resultado mal anotado se corrige en la pantalla mientras la certificación está abierta, la simulación pregunta cuántos documentos, el ensayo llega a la autorización con los botones del SII simulado, y desde «autorizada» un botón pasa la empresa a producción y lista lo que falta. Empezar y Resumen llevan ahí a la empresa que está en certificación.',
      ),
      agregado(
        'Una llave de acceso cambia de nombre en Mi acceso, o con PUT /auth/llaves-acceso/:id. Una sesión cerrada mientras se registra una llave ya no la registra.',
      ),
      agregado(
        'El tablero de la firma (GET /v1/firma/estado): de todas las empresas al alcance de una persona, qué espera a alguien hoy: registro, acuses, diferencias, F29, documentos, folios y acceso, lo peor primero, con filtros y CSV. PUT /v1/firma/empresas/:id dice quién atiende a cada una, sus etiquetas y el día de su F29; PUT /v1/firma/f29/:empresa_id/:periodo marca el que ya se declaró. En el panel, /app/firma, desde Empresas. GET /v1/firma/vencimientos dice qué vence y cuándo, y POST /v1/firma/calendario da una dirección para suscribirse desde otro calendario.',
      ),
      agregado(
        'Catálogo: /v1/catalogo guarda los productos de la empresa por código, con precio en pesos, UF, UTM, USD o EUR, búsqueda sin tildes, historial, cambios de precio, eliminar y restaurar, y CSV. Al emitir, una línea con codigo y sin nombre, o con producto_id, toma del producto lo que le falta (LINE_FROM_CATALOG lo dice), y cualquier línea puede decir moneda (salvo 110, 111 y 112): su precio se pasa a pesos al valor de fecha_emision, que el documento conserva en valores. Sin ese valor, EXCHANGE_RATE_MISSING. Lo programado se pasa a pesos al emitirse. Permisos catalogo:leer y catalogo:escribir.',
      ),
      agregado(
        'Valores por día: /v1/tipos-cambio guarda también la UF (la de ese día) y la UTM (la de su mes), que se cargan por CSV o se preguntan al Banco Central, y se leen también con dte:leer. GET /v1/feriados dice los de un año; TIMBRE_FERIADOS agrega otros. GET /simulador/valores es un Banco Central simulado.',
      ),
      agregado(
        'Historia: POST /v1/historia, entero o por partes de 4 MiB hasta 1 GiB, trae lo que emitió otro sistema (XML sueltos, sobres o ZIP); cada archivo queda en un estado, los folios pasan más allá del último visto antes de escribir el primero, y las notas hallan sus documentos en cualquier orden. Permiso `historia:gestionar`, evento `historia.terminada`.',
      ),
      agregado(
        'Un documento dice `origen` (`emitido` aquí o `importado` de otro sistema) y `contenido` (`xml` o sólo el `registro`), en la lista, su CSV y GET /v1/documentos/:tipo/:folio; `?origen=` filtra. Lo importado no tiene trabajo: `estado`, `job_id` y `links.emision` son null, y su `estado_sii` nace `no_consultado`.',
      ),
      cambiado(
        'GET /v1/certificacion/:id/revision dice bien: null en reloj mientras el servidor no se compara con el SII; no detiene nada. timbre certificar: ajustes, simulacion y avanzar; evidencia no pisa un archivo que ya existe, salvo con --forzar.',
      ),
      agregado(
        'GET /v1/certificacion/:id/papeles/:cual: declaración de cumplimiento, manual de procedimientos, plan de contingencia y respaldo como PDF, con los datos de la empresa y del servidor y líneas para lo que sólo sabe una persona. La evidencia trae además los papeles y las muestras impresas.',
      ),
      agregado(
        'Panel: los papeles de la empresa se guardan como PDF desde Certificación: en el paso de la declaración, y en las demás etapas al final de la página.',
      ),
      agregado(
        '`timbre certificar ensayo` sigue después de los sets: simulación, intercambio, muestras impresas y declaración, hasta `autorizada`, en los dos caminos.',
      ),
      cambiado(
        'El SII simulado lee el timbre de cada muestra impresa y lo compara con el documento que recibió; revisa también los nombres de emisor y receptor.',
      ),
      agregado(
        'A quien cambia su segundo factor (aplicación, llaves de acceso, códigos de recuperación), o se lo quitan, le llega un correo que lo dice.',
      ),
      agregado('El paquete .deb trae man timbre y lo que bash, zsh y fish completan de sus órdenes.'),
      agregado(
        'El SII simulado hace de revisor de la certificación (`/simulador/certificacion/…`): genera sets de pruebas como texto, revisa el envío o el libro que se declara y dice por cada control lo esperado y lo encontrado, avisa por correo, y sigue con simulación, intercambio, muestras y declaración. Sus fallas: `srh`, `epr_con_reparo`, `mail_perdido`, `demora`.',
      ),
      agregado(
        'Respaldar ahora: un botón en Respaldos, y POST /v1/respaldos, comienzan una copia del servidor sin esperar su hora. `trabajando` dice si se hace una. La primera copia que falla ya se avisa en esa pantalla y en timbre doctor; el correo espera a la tercera.',
      ),
      corregido(
        'En la línea de comando, un archivo que no se puede leer o escribir y una dirección que no responde se dicen en español. verificar-descarga y actualizar no admiten --clave y --sin-firma juntas.',
      ),
      agregado(
        'Panel: «Certificación» muestra el camino ante el SII, de facturas y de boletas: qué sigue y quién lo hace, la página del SII y cada dato para copiar, las preguntas del set, cada caso junto a su solicitud y sus montos, y la evidencia. En simulación se ensaya entera contra el SII simulado. Se llega desde Empezar, la empresa y Folios.',
      ),
      cambiado(
        'Un bulto de exportación que es contenedor (CONT20, CONT40, REEFER40…) sin `id_container`, `sello` y `emisor_sello` avisa CUSTOMS_INCOMPLETE aunque no traiga ninguno de los tres: el SII lo objeta.',
      ),
      agregado(
        'Llaves de acceso (WebAuthn, «passkeys»): se registran en Mi acceso (/manual/segundo-factor) o con POST /auth/llaves-acceso, abren la sesión por sí solas (POST /auth/login/llave-acceso), o después de la contraseña, y confirman un cambio en lugar del código. Valen como segundo factor donde la cuenta lo exige. Sirven en TIMBRE_PUBLIC_URL con https y en localhost. GET /auth/segundo-factor dice `aplicacion` y `llaves_acceso`, y POST /auth/segundo-factor/quitar quita la aplicación de códigos y deja las llaves.',
      ),
      agregado(
        'Timbre lleva a una empresa por su certificación ante el SII (/v1/certificacion): lee el set de pruebas, pregunta lo que no debe adivinar, muestra cada caso como solicitud y con sus totales, emite cada set en un solo envío, anota el veredicto que trae el correo del SII, responde su envío de intercambio, imprime las muestras y dice en cada paso qué hacer, quién y qué escribir. También contra el SII simulado: timbre certificar ensayo recorre en un comando, sin red ni certificado, cada set hasta su veredicto.',
      ),
      agregado(
        'Una entrega trae una imagen OCI para x64 (Docker, podman), que corre como un usuario propio con los datos en /datos: el manual dice cómo en Instalar.',
      ),
      corregido(
        'timbre actualizar elige el archivo de glibc también donde hay un cargador de musl, no detiene nada si el servidor responde en otra dirección, y dice qué hacer con un .deb. timbre doctor cuenta los folios liberados. Las copias por hora se hacen a cada una, también cuando la siguiente está cerca.',
      ),
      corregido(
        'Con el disco lleno, el 503 y GET /listo (`motivo`) dicen que el disco del servidor está lleno, en vez de pedir sólo reintentar. Un parámetro desconocido sin nombre cercano se responde con los que la ruta admite.',
      ),
      corregido(
        'Una clave tributaria errada, o un certificado que el SII rechazó, deja de ser FALLA en timbre doctor y timbre portal listar cuando otra toma su lugar o se borra. Que fue rehusada se recuerda: si vuelve, no se prueba otra vez.',
      ),
      agregado(
        'El manual tiene una página por cada tarea: emitir, folios, rechazos, notas, compras, cierre del mes, empresas, personas; y las de quien opera: instalar, proxy, respaldar, cambiar de máquina, actualizar, vigilar. Sus líneas de comando se ejecutan en las pruebas, salvo las que cambian el sistema.',
      ),
      corregido(
        'El `saldo` cuenta una vez una nota de débito del registro que nombra varios documentos, no toma por nuestra la nota de un proveedor o de quien compró que lleva un folio nuestro, y no falla cuando una nota del registro y una de aquí se nombran una a la otra. Vincular o desvincular una nota a mano actualiza también el documento que la nota nombra. Se calcula sin leer todo el registro de la empresa.',
      ),
      agregado('En el panel, Ayuda abre la página del manual que trata de la pantalla que se ve.'),
      agregado(
        'timbre clave-maestra hoja escribe la clave maestra como una hoja para imprimir, con cuatro líneas de letras y un código QR; timbre clave-maestra leer la pone de vuelta, y dice qué línea se leyó mal.',
      ),
      corregido(
        'Muchos pedidos al portal del SII con un mismo certificado: a cada trabajo que espera se le dice la hora de su propio turno (`espera_hasta`, `proximo_intento`) y cuántos van antes; antes se decía a todos casi la misma, que pasaba sin que siguieran. timbre doctor y timbre portal listar dicen hacia cuándo sigue el último.',
      ),
      corregido(
        'El `saldo` cuenta las notas del registro a otras notas (de débito a crédito y al revés, de aquí o de otra parte), las que nombran un documento de aquí que el registro no trae —como toda boleta— y, de una exportación, la misma parte en su moneda. Esas notas ya no figuran en nc-pendientes con otra factura propuesta.',
      ),
      corregido(
        'GET /v1/rcv/:periodo/nc-pendientes no propone, ni vincula sola, una factura sin IVA para una nota que lo lleva, ni una toda afecta para una nota exenta, ni una que tiene menos de lo que la nota rebaja.',
      ),
      corregido(
        'El resumen de ventas del registro avisa TOTAL_MISMATCH de todo total que no es exento más neto más IVA, con su diferencia; antes dejaba pasar un peso por boleta.',
      ),
      corregido(
        'F29: un «IVA no retenido» en lo que no es factura de compra ni nota a una, un «IVA propio» en boletas, exentas y exportaciones, y un «Monto Neto Activo Fijo» sin su IVA o sin línea se avisan con su monto (F29_NOT_PLACED); antes no se decían. «NCE o NDE sobre Fact. de Compra» sólo cuenta en notas.',
      ),
      agregado(
        'Una copia del servidor que falla tres veces o se atrasa seis horas, o un ensayo que no la abre, es un aviso: en la pantalla Respaldos, en timbre doctor y /metrics (timbre_backup_…), por correo a los propietarios de la primera cuenta y con el evento respaldo.fallido a sus empresas.',
      ),
      agregado(
        '`timbre instalar` deja a Timbre como servicio en cualquier Linux con systemd: usuario, carpeta, variables, unidad y primera partida, y muestra la dirección y el enlace; repetirlo no cambia nada. Con `--proxy caddy` o `--proxy nginx` muestra el archivo del sitio.',
      ),
      agregado(
        'Manual en español dentro del programa: /manual, con buscador, para imprimir y en Markdown (/manual/emitir-factura.md, /llms.txt). Los comandos, las variables y los códigos, también los del SII, salen de las mismas tablas que lee el programa.',
      ),
      agregado(
        'timbre restaurar s3://BUCKET/PREFIJO (o una carpeta, o el archivo de una copia) trae la copia más nueva, la abre con --identidad o su frase y la pone en una máquina vacía con su clave maestra; --copia elige otra.',
      ),
      agregado(
        'Copias que el servidor hace solo, por hora (TIMBRE_RESPALDO_DESTINO, _PARA o _FRASE, _CRON, _CONSERVAR): cifradas con age y con la clave maestra, a una carpeta o a un bucket compatible con S3, con retención por días, semanas, meses y años, y cada semana un ensayo que trae una, la abre si puede y la verifica. timbre respaldo sin archivo hace una; listar, ensayar y crear-clave. GET /v1/respaldos dice cómo van.',
      ),
      agregado(
        'Línea de comando: `timbre emitir`, `estado`, `documentos`, `xml`, `pdf` y `folios listar` preguntan a un servidor con una llave (TIMBRE_URL, TIMBRE_LLAVE o --llave-archivo), o al de esta máquina sin ella, quien puede leer la carpeta de datos. Repetir `emitir` no emite otro documento; con `--esperar` sigue hasta el veredicto del SII y termina con 0, 3 (rechazado) o 4 (aún no se sabe).',
      ),
      agregado(
        'timbre actualizar ARCHIVO, CARPETA o --desde URL pone otra versión en lugar de la instalada: revisa sumas y firma, ensaya el programa nuevo en una copia de la base, detiene el servicio, respalda, cambia, parte y pregunta; si no responde, vuelven el programa y la base anteriores, o sigue el nuevo si ya trabajó; siempre se intenta dejar un servidor en marcha. Cortado en cualquier punto deja la versión vieja o la nueva, entera. `--ensayar` sólo ensaya.',
      ),
      agregado(
        'Archivo de configuración: `timbre.toml` en la carpeta de datos, o el de `--config` o TIMBRE_CONFIG, da lo que las variables no dicen, y se rehúsa con una clave que no existe. `timbre config` muestra cada ajuste y de dónde viene, sin secretos; `--variables`, lo que significa cada uno.',
      ),
      agregado(
        '`timbre completar bash|zsh|fish` escribe con qué el intérprete completa órdenes y opciones, y `timbre man` la página de manual.',
      ),
      agregado(
        'Línea de comando: `--json` en cada orden que responde algo da un solo valor JSON en la salida, también cuando falla (`error`, `code`), y deja las palabras en la de errores. `timbre help` dice con qué número termina.',
      ),
      agregado(
        '`timbre verificar-descarga CARPETA` revisa los archivos de una entrega por sus sumas y la firma de ellas. Las entregas traen el programa para Linux (glibc y musl), macOS y Windows, y paquetes de Debian que lo instalan como servicio.',
      ),
      corregido(
        'Si al sistema le falta libstdc++, timbre doctor y la partida lo dicen, con el paquete que la trae; antes culpaban a la carpeta temporal.',
      ),
      agregado(
        'En el panel, Mi acceso activa el segundo factor con un código QR, muestra los códigos de recuperación para guardarlos y lo quita; el ingreso lo pide, y lo que cambia accesos lo pide otra vez sin perder lo escrito (/manual/segundo-factor). Usuarios dice quién lo tiene y un propietario lo exige a todos.',
      ),
      cambiado(
        'La `explicacion` de un rechazo o reparo de que el SII sólo da la cuenta dice que el motivo viene por correo, en vez de que el SII no lo dice: sigue siendo cierta cuando el correo ya llegó a la casilla conectada y su `solucion` lo cita.',
      ),
      corregido(
        'Una nota de crédito del registro puede tomar de su factura también lo que una nota de débito le sumó, al vincularla sola o a mano: quedaba por vincular para siempre, y el saldo por encima.',
      ),
      agregado(
        'El segundo factor se pide de nuevo (403 SECOND_FACTOR_STALE) antes de cambiar certificado, clave tributaria, llaves, usuarios, contraseña o ambiente, si la sesión no lo mostró en diez minutos: POST /auth/segundo-factor/confirmar. PUT /v1/cuenta/segundo-factor lo exige a toda la cuenta, GET /v1/usuarios dice quién lo tiene, y lo quita a quien lo perdió DELETE /v1/usuarios/:id/segundo-factor o timbre usuario segundo-factor --quitar.',
      ),
      corregido(
        'El `saldo` de un documento emitido aquí cuenta las notas que sólo el registro trae, emitidas en otra parte: una nota o una anulación sobre lo ya rebajado es BALANCE_EXCEEDED y nombra cuál lo rebajó. `notas_del_registro` las dice en GET /v1/documentos/:tipo/:folio. Lo que el SII tiene bajo el folio de un documento nuestro que rechazó es de otro programa, y sus notas se revisan con el registro.',
      ),
      agregado(
        'Segundo factor: POST /auth/segundo-factor y /activar lo ponen con una aplicación de códigos (TOTP) y dan diez códigos de recuperación; a quien lo tiene, POST /auth/login responde 401 SECOND_FACTOR_REQUIRED con un ticket para POST /auth/login/segundo-factor. Los códigos valen una vez y los errados cuentan como contraseñas erradas.',
      ),
      corregido(
        'F29: una nota de crédito fuera de plazo que además trae «IVA Terceros» ya no sube el débito, y la de una liquidación tampoco rebaja el IVA de la comisión; ninguna de las dos rebaja el crédito de constructoras. La proporción del IVA de uso común de activo fijo se avisa con el código 525 (553 en importaciones) en vez del 520.',
      ),
      agregado(
        'COLUMNS_DISAGREE y F29_NOT_PLACED también cuando «IVA propio» e «IVA Terceros» no suman el IVA, cuando lo retenido y lo no retenido de una factura de compra no son su IVA, y cuando «IVA propio» no es el IVA de la comisión. Al importar, además por un «IVA fuera de plazo» mayor que el IVA de la nota.',
      ),
      corregido(
        'Un archivo del registro con un monto negativo en cualquier columna, también «Valor Otro Imp.», se rehúsa con su línea y columna; antes sólo se miraban cuatro. Llevan signo las liquidaciones, lo no facturable, el monto del período y el impuesto de un combustible. POST /v1/dte/:tipo/:folio/anular no rehúsa por otro impuesto de valor 0, y el F29 dice con sus palabras lo exento de una importación.',
      ),
      corregido(
        'En el panel, Auditoría, Operaciones, los meses del Registro y las entregas de un webhook dicen de una página que no tienen lo mismo que las demás listas, con el camino a la primera.',
      ),
      agregado(
        'COLUMNS_DISAGREE al importar el registro, y F29_NOT_PLACED con su monto en el F29: activo fijo o «IVA Terceros» mayores que los montos de su documento, y un IVA que no es el que la tasa da del neto. Antes se tomaba lo posible en silencio.',
      ),
      agregado(
        'POST /v1/dte/emision/:jobId/reintentar de una emisión que espera (`pending`) la intenta ahora, en el mismo trabajo.',
      ),
      corregido(
        'Entre las empresas que ingresan al SII con una misma persona, a la que le tocó cuando ya no quedaban consultas no se le cuenta el turno: vuelve en su lugar, y lo segundo de una empresa va después de lo primero de todas.',
      ),
      corregido(
        'Un registro de ventas importado que trae documentos con folios libres aquí ya no lleva a emitirlos otra vez: su rango queda por_conciliar, se pregunta al SII por esos mismos folios antes de tomar otro y la importación lo dice (FOLIOS_USED_ELSEWHERE). El archivo por sí solo no quema ninguno. La nota y la anulación de uno de ellos se revisan con el registro (REFERENCE_NOT_VERIFIED) en vez de rehusarse.',
      ),
      corregido(
        'timbre doctor y timbre portal listar muestran a quien ya ingresó al SII tan seguido como conviene (pausa INGRESOS), hasta qué hora y cuántos trabajos esperan. Y la `explicacion` de un sobre rehusado entero dice las palabras del correo del SII en lugar de un consejo que suponía otra causa.',
      ),
      corregido(
        'Mientras un documento no llega al SII su `explicacion` dice desde cuándo, qué se dijo al final y cuándo es el próximo intento (antes, null); también la pantalla del documento, y timbre doctor, por empresa y con cuántos esperan.',
      ),
      corregido(
        'El `saldo` de un documento del registro es uno solo en GET /v1/rcv/:periodo, GET /v1/rcv/emitidos-fuera, las vinculaciones y POST /v1/dte/validar: cuenta las notas de crédito y de débito, las del registro y las de aquí aunque el registro aún no las traiga. De uno emitido aquí es el de su documento.',
      ),
      cambiado(
        'Una caída larga del SII no termina nada que la ley exija: una emisión, un consumo de folios, un acuse, una anulación de folios o la pregunta por un veredicto que agotó sus intentos porque el SII no respondía (`dlq` con SII_UNAVAILABLE o SII_TIMEOUT) vuelve sola a la cola a las seis horas, con el mismo folio y sin otra unidad, tantas veces como haga falta. El veredicto de un consumo de folios espera sin gastar su semana.',
      ),
      agregado(
        'POST /v1/empresa/:id/portal/desbloquear con `resuelto: true` (y timbre portal desbloquear --resuelto): quien ya cerró sus sesiones, o levantó el bloqueo de la clave en el SII, no espera la hora. Timbre prueba una vez y cree lo que el SII responda.',
      ),
      corregido(
        'Una operación del portal espera un bloqueo sólo cuando lo están todas las credenciales que le sirven: si el SII cierra el certificado sigue con la clave, y una boleta de terceros espera su clave y no prueba con el certificado. Esa espera no gasta intentos, `detalles[].glosa` y `error.sii.glosa` dicen las palabras del SII, y un trabajo en espera (`pending` con `proximo_intento`) se puede reintentar, que lo intenta ahora sin otra unidad, o descartar.',
      ),
      agregado(
        'La pausa INGRESOS de GET /v1/empresa/:id/portal: la persona ya ingresó tan seguido como conviene, y hasta cuándo. Lo que espera por eso dice la hora. `--data` vacío se rehúsa.',
      ),
      corregido(
        '`explicacion` de un rechazo dice las palabras del correo que viene del dominio del SII, o del primero que llegó: un correo posterior de otro remitente ya no las reemplaza. Y un «IVA fuera de plazo» negativo no aumenta lo que una nota rebaja en el F29: se avisa con su monto.',
      ),
      cambiado(
        '/openapi.json pesa 552 KB y un área como mucho 80: lo que las respuestas tienen en común, a cualquier hondura, está en un esquema (allOf); fecha_desde y fecha_hasta son un parámetro cada uno, y un área dice sólo los errores de sus operaciones.',
      ),
      corregido(
        'Una nota hecha a mano sobre un documento que sólo está en el registro traído se revisa con él, como las demás: fecha, receptor, montos y saldo, contando las notas de aquí y las del registro (AMOUNT_MISMATCH, BALANCE_EXCEEDED, INVALID_STATE). REFERENCE_NOT_VERIFIED dice qué se revisó, también al anular.',
      ),
      agregado(
        'Las referencias de POST /simulador/vecinos/:rut/emitir se escriben como al emitir (tipo_documento, y el folio como texto o número); tipo_dte sigue valiendo.',
      ),
      cambiado(
        'En una cuenta sin empresas NO_ACTIVE_COMPANY dice que cree una con POST /v1/empresa. timbre doctor avisa donde aún no hay nada, y dice de un archivo en el lugar de la carpeta, de una carpeta que no puede escribir y de una clave que no puede leer; timbre -v y -V dan la versión.',
      ),
      corregido(
        'La página a la que Flow devuelve a quien pagó responde una página también por GET, y a quien trae una orden que no existe. Lo que el SII dice al rechazar un envío en una página ya no lleva el título de ella.',
      ),
      corregido(
        'Una vinculación quitada a mano vuelve a ofrecerse entre las candidatas de nc-pendientes, que lo dice; la factura que la nota nombra va primero.',
      ),
      corregido(
        'El correo que dice ser del SII muestra su remitente (también en GET /v1/recibidos/respuestas/recibidas, `remitente`); el motivo de un sobre rechazado entero llega a cada uno de sus documentos, y `explicacion` trae las palabras del correo en vez de pedir que lo lea.',
      ),
      corregido(
        'F29: una nota de crédito cuyo «IVA fuera de plazo» contradice su IVA (juntos pasan de la tasa sobre su neto) ya no rebaja el débito, y lo que sobra se avisa. La diferencia entre «IVA propio» y el IVA de la comisión de una liquidación se avisa, y una nota a una liquidación que no dice su comisión no se cuenta en el código 509.',
      ),
      agregado('GET /v1/auditoria?formato=csv admite q: el archivo trae lo que la búsqueda halla.'),
      agregado(
        'PORTAL_LOCKED y las pausas del portal dicen de qué persona son (detalles[].rut y el mensaje); timbre portal listar y timbre doctor nombran también a las empresas que ingresan así, y a la persona de un bloqueo que es de una clave o un certificado.',
      ),
      corregido(
        'Si el SII rehúsa decir el estado de un envío, o no responde, explicacion del documento lo dice; la negativa queda además en su historial y en el registro. Se vuelve a preguntar a los tiempos del seguimiento, y no cada pocos segundos; lo que dura un corte no cuenta en su semana, ni en el día tras el cual un documento que el SII no conoce es rechazado. Tras 180 consultas en vano dice quién hace que se pregunte de nuevo, y antes lo que un correo del SII contó.',
      ),
      corregido(
        'timbre cola y folios conciliar, junto a un servidor en marcha, ya no cierran las sesiones que este tiene abiertas en el portal del SII ni tocan los archivos que está escribiendo.',
      ),
      corregido(
        'Una página de cortafuegos (403) en el registro de aceptaciones y reclamos dice que lo es (SII_UNAVAILABLE), y no que el token es inválido; la glosa es lo que el SII mandó.',
      ),
      corregido(
        'Una página de mantención en el ingreso al portal del SII ya no cuenta como ingreso rehusado: el trabajo espera y nada se bloquea. La página desconocida que responde al registro (RCV) es SII_ERROR con sus palabras; se toma por fin de sesión sólo si la sesión llevaba diez minutos sin responder. Una negativa en página de folios o de boletas de terceros es SII_REFUSED o PORTAL_FORBIDDEN con sus palabras y no se repite, y el error de una página que nadie conoce trae cómo empieza.',
      ),
      cambiado(
        'Un trabajo que encuentra un bloqueo con término (PORTAL_LOCKED con Retry-After) espera hasta entonces en vez de fallar, o hasta que alguien lo levante o cargue otra clave o certificado; sin término, falla como antes.',
      ),
      agregado(
        'Lo que se aceptó o reclamó desde aquí y el registro aún tiene por pendiente: respondidas_aqui en la cuadratura y en los tramos de GET /v1/rcv, y en la advertencia PENDING_DOCUMENTS del F29. recibido_id de GET /v1/dte/acuse/pendientes viene también de lo que el registro trae.',
      ),
      corregido(
        'GET /auth/me dice si el servidor envía correo (envia_correo). El saldo de una factura emitida aquí, en las vinculaciones del registro, es el de su documento: cuenta también las notas de débito.',
      ),
      corregido(
        'Panel: «Nada espera aceptación» sólo se dice con el registro leído en el último día; una nota sobre un documento rechazado o anulado lo dice al abrirla.',
      ),
      agregado(
        'Más listas admiten un tramo (fecha_desde, fecha_hasta): boletas de terceros (día del pago), recibidos (emisión), clientes (cuándo se anotaron) y su historial, mensajes del buzón, trabajos, respuestas de intercambio, estados de cuenta, entregas de webhooks, cobros y acuses pendientes. Y el filtro rut: trabajos de emisión, cambios, cuadratura, vinculaciones y notas pendientes del registro, libros, acuses registrados, respuestas, y lo que el SII tiene de un mes. GET /v1/dte/folios, su pronóstico y GET /v1/rcv admiten q, orden y páginas.',
      ),
      corregido(
        'F29: una nota a una liquidación (43, 40, 103) cuenta por su comisión, como la liquidación; el IVA de las ventas del mandante se avisa. Antes rebajaba del débito un IVA que no estaba en él. Lo exento de documentos que también llevan IVA se avisa con su monto.',
      ),
      agregado('GET /v1/dte/acuse y GET /v1/rcv/:periodo/cambios admiten fecha_hasta.'),
      corregido(
        'Tras la respuesta de un intermediario (502, 504) o una negativa, el panel pide lo mismo con la misma Idempotency-Key, y una boleta de terceros cuya respuesta se perdió sigue siendo la misma al otro día. Retry-After cuenta también lo que la repetición paga de nuevo.',
      ),
      cambiado(
        'Un cuerpo JSON con un objeto de más de 1.000 campos se rechaza (400 INVALID_JSON): ningún recurso tiene tantos.',
      ),
      cambiado(
        '/openapi.json es más corto (565 KB): lo que se repite son componentes, los tipos sin nombre propio se llaman por su ruta (RespuestaRcvCuadratura), y lo que tienen en común dos recursos está en uno (allOf). Las reglas enteras siguen en /docs.',
      ),
      corregido(
        'Un filtro por RUT o fecha que viene con sus dos nombres se compara por lo que significa: 96.790.240-3 y 967902403 son el mismo. Un 202 ya no dice en espera_hasta una hora que pasó.',
      ),
      corregido(
        'Un folio libre que el SII dice tener en un documento de otro programa deja de estarlo: lo aprende de GET /v1/dte/consulta y de las ventas que se traen del registro en el SII (33, 34 y 110 a 112), y pregunta por los demás del rango antes de tomar otro. REFERENCE_NOT_FOUND dice cómo preguntar, y POST …/retomar devuelve también lo saltado a mano sin motivo que el SII no conoce.',
      ),
      corregido('Una cuenta sin límites que no paga nada ve en /plan lo usado y no planes ni precios.'),
      agregado(
        'Lo que se copia de una lista del panel sale como lo escribe el SII (12345678-9, AAAA-MM-DD, cifras sin puntos), y «Copiar filas» lleva la tabla a una planilla.',
      ),
      corregido(
        'Un campo que viene dos veces, en un objeto JSON o en un formulario, es 422 (regla repetido) con su ruta: antes valía el último y el primero (otro CAF, otro archivo, otro detalle) se perdía sin aviso.',
      ),
      corregido(
        'En Firefox los PDF del panel se dibujan sin errores de la política de seguridad, /docs y las demás páginas tampoco los dan por su icono, y la vista previa de lo que se emite queda a la vista al pedirla, al lado de los totales y no debajo de ellos.',
      ),
      corregido(
        'Los folios que una empresa de simulacion sin certificado pide al simulador son de su cuenta: otra cuenta con el mismo RUT ya no los ve ni los descarga. Y la negativa del SII simulado a un RUT terminado en 00 o 01 dice que es por eso.',
      ),
      agregado(
        'La pantalla Folios retoma los que una persona dio por usados en otro programa: dice antes qué significa, y después qué dijo el SII de ellos.',
      ),
      agregado(
        'Una nota ofrece también el documento que sólo está en el registro del SII (emitido en otro programa), con su receptor, fecha y montos: GET /v1/rcv/emitidos-fuera los busca.',
      ),
      agregado(
        'POST /v1/dte/:tipo/:folio/anular anula también un documento emitido en otra parte que esté en el registro de ventas traído (33, 34, 56 y 61): la nota sale de sus montos, con la advertencia REFERENCE_NOT_VERIFIED. El mismo código, 422, si el registro no basta; y un documento que nadie conoce sigue siendo 404, ahora con la referencia para emitir su nota a mano.',
      ),
      cambiado(
        'El límite de solicitudes cuenta también una por cada mil líneas de los documentos de un lote, si son más de lo que ya contaban sus bytes o sus documentos.',
      ),
      cambiado(
        'Un archivo del registro que trae sólo la cabecera ya no vacía el tramo en silencio: si el tramo tiene documentos se rechaza con lo que suman, salvo con vaciar=true. Lo que un archivo o un resumen deja fuera se advierte con su monto y su IVA (DOCUMENTS_ABSENT).',
      ),
      agregado(
        'POST /v1/rcv/:periodo/importar toma el nombre del archivo (nombre, o el del formulario): si dice otro RUT, mes o libro lo advierte (FILE_NAME_DIFFERS), y si además todas las fechas son de ese otro mes se rechaza.',
      ),
      corregido(
        'Una fila que repite en cero, sin recepción, un documento que está entero en otra ya no rechaza el archivo ni la lectura del registro: se pasa por alto y se advierte (ZERO_COPY).',
      ),
      corregido(
        'POST /v1/tipos-cambio y `timbre tipos-cambio cargar` advierten de un día que puede leerse de dos maneras sin que nada en el archivo lo diga (DATE_ORDER_DOUBTFUL): 11/5/2026.',
      ),
      agregado(
        'GET /v1/rcv/:periodo/f29 advierte de lo emitido aquí que el registro leído no tiene (ISSUED_NOT_REGISTERED): por tipo, cuántos, su monto, su IVA y lo retenido en facturas de compra propias. No se suma a ningún código. La cuadratura pone con las compras las notas sobre facturas de compra propias.',
      ),
      corregido(
        'Un «Tipo Compra» o «Tipo Venta» se lee por las glosas y los números del SII, en singular o plural, con o sin acentos (Supermercado, Bien raíz); el que el SII no nombra, o vacío, se toma como del giro y ahora el F29 lo advierte con su monto (F29_NOT_PLACED).',
      ),
      cambiado(
        'Las advertencias del F29 dicen con monto también iva, y PENDING_DOCUMENTS cuánto suman las compras que esperan; una fila sin código dice por qué en nota. En el CSV del paquete del mes hay una columna más, nota, y un aviso lleva su monto en neto y su IVA en iva. /docs dice de cada columna del registro a qué códigos llega.',
      ),
      cambiado(
        'GET /v1/rcv/:periodo/f29 dice con F29_NOT_COMPUTED lo que el registro no basta para calcular, con su monto y su código: lo imputable de bebidas (576, 33, 149, 85, 754), el diésel (127, 544), el 817 de las liquidaciones emitidas y la proporción del IVA de uso común, con el código en que va.',
      ),
      corregido(
        'Las ventas del mes son una sola cifra: GET /v1/resumen dice ventas por día, que el panel muestra; suma lo mismo que el libro de ventas de lo emitido y lo que aún no llega al SII (por_enviar). Antes el panel dejaba fuera las liquidaciones y contaba lo descartado y las notas sobre facturas de compra.',
      ),
      cambiado(
        '/openapi.json pesa un tercio menos: un error por operación (default, con sus códigos en x-codigos, ya sin estado), un solo webhook para todos los eventos, y textos cortos que están enteros en /docs.',
      ),
      corregido(
        '«Dar por vistos» del resumen ya no se lleva los reparos que llegaron después de leerlo: GET /v1/resumen dice leido_en, y POST /v1/documentos/atender acepta hasta_veredicto.',
      ),
      corregido(
        'Una pausa del SII en un medio de ingreso (certificado o clave) ya no da por detenido lo que va por el otro: ni sus operaciones, ni sus tareas programadas, ni la pantalla de boletas de terceros, que ya no pide una clave cargada.',
      ),
      corregido(
        'Un trabajo que espera el ritmo del portal del SII ya no deja esperando a las personas: se aparta cada vez, y las consultas que se guardan para ellas siguen.',
      ),
      cambiado(
        'Palabras del panel: país y moneda se eligen de una lista por su nombre, los botones de CSV tienen un nombre, la auditoría dice en palabras lo que mostraba como JSON, y el correo que falta no nombra variables del servidor.',
      ),
      cambiado(
        'POSSIBLE_DUPLICATE advierte de un documento igual, línea por línea, durante todo el día y no sólo diez minutos.',
      ),
      cambiado(
        'Lo que espera porque una persona ya hizo las consultas que el SII admite se ve desde que espera: GET /v1/empresa/:id/portal (pausa RITMO, ahora con rut y trabajos, que lleva toda pausa), timbre doctor y timbre portal listar dicen quién, cuántos trabajos y hasta cuándo. Y lo que se pide con esperar se responde enseguida con 202, y la hora en espera_hasta, si se sabe que esperará más.',
      ),
      corregido(
        'timbre doctor de una carpeta nombrada (--data, TIMBRE_DATA_DIR) sin base de datos falla y lo dice; un restaurar rehusado deja la carpeta como estaba; el que corre root entrega al usuario de la carpeta también la clave maestra, y lo que falta poder leer se nombra con su dueño.',
      ),
      cambiado(
        'Una lista cuyo fecha_desde es posterior a fecha_hasta responde 400 y nombra a los dos, en vez de una lista vacía; y un filtro desconocido sugiere el que lo contiene: desde, fecha_desde; rut, rut_receptor.',
      ),
      cambiado(
        'Un trabajo lleva también job_id, el nombre que le da la respuesta que lo encola, junto a id.',
      ),
      agregado(
        'La advertencia REPLACEMENT_SCHEDULED: una emisión programada ya va a reemplazar al mismo documento; validar y emitir la dan. Y explicacion.solucion de un rechazado que ya tiene reemplazo dice cuál es, y no que se emita otra vez.',
      ),
      agregado(
        'GET /v1/dte/rcof/:fecha, la lista y la respuesta del envío dicen en error qué detuvo un consumo de folios que no llega al SII y qué hacer; codigo_sii y glosa traen lo que dijo el SII.',
      ),
      corregido(
        'Recargar el panel varias veces seguidas ya no responde 429 en los eventos: la corriente más antigua de la persona cede su lugar (evento reemplazada).',
      ),
      corregido(
        'El acceso al SII dice que las boletas de terceros piden la clave tributaria, y la pantalla que las emite lo dice antes del primer campo y guarda lo escrito mientras se va a cargarla.',
      ),
      cambiado(
        'El filtro de la contraparte se llama rut en toda lista; rut_receptor (documentos), rut_emisor (recibidos) y receptor (guías) siguen valiendo. Las compras internacionales se buscan con q, y proveedor es lo mismo.',
      ),
      agregado(
        'Toda lista con páginas admite q, que busca lo que una persona escribiría (sin distinguir mayúsculas ni tildes), y orden, que la da vuelta.',
      ),
      cambiado('Reintentar un trabajo responde 202 y no 200: el trabajo sigue.'),
      cambiado(
        'Lo que dijo el SII de un documento es codigo_sii y glosa también en la lista y en su CSV (antes glosa_sii), y en historial (sii_codigo sigue). Las invitaciones y las órdenes de pago dicen creada_en y creado_en, como expira_en (antes created_at).',
      ),
      corregido(
        'fecha_desde y fecha_hasta de las listas son AAAA-MM-DD o un instante con su zona: lo que se podía leer como otro día (05/11/2026, 2026-11) se rechaza.',
      ),
      agregado(
        'La página de un documento rechazado o con reparos muestra lo que el correo del SII dijo de él.',
      ),
      agregado(
        'Una nota se comienza buscando lo emitido por receptor, folio o referencia, y una nota del registro se vincula con la factura cuyo folio se escribe, aunque nada la proponga o su vínculo se haya quitado.',
      ),
      cambiado(
        'La url de una orden de pago por transferencia es la página del panel que la muestra, y no la de la API.',
      ),
      cambiado(
        'Un servidor sin usuarios lleva de su dirección al registro de la primera persona, no a un ingreso.',
      ),
      cambiado(
        'El resumen dice cuántos recibidos esperan aceptación en total, como su lista, y cuántos de ellos vencen pronto (pendientes).',
      ),
      corregido(
        'Un documento que espera detrás de un servicio del SII que no responde dice por qué en error, y no sólo cuándo se intenta otra vez.',
      ),
      corregido(
        'Panel: la planilla de un lote cuyas fechas pueden leerse de dos maneras (05/11/2026) lo dice, con sus filas; una respuesta que llega tarde no quita el foco a quien siguió escribiendo, ni cambia el documento elegido después.',
      ),
      agregado(
        'POST …/trabajos/descartar descarta varios trabajos detenidos de un área (registro, aceptaciones, folios, consumo, honorarios, recibidos, clientes, compras internacionales), como el de emisión; el panel los muestra con su cuenta antes.',
      ),
      agregado(
        'Panel: lo que se deja a medio escribir de una boleta de terceros, una compra internacional o un cliente queda en este navegador, como los borradores y las plantillas, y su lista lo ofrece hasta que se envía, se borra o se cierra la sesión.',
      ),
      agregado(
        'POST /v1/dte/emision/descartar descarta varios trabajos de emisión, con lo que resultó de cada uno; `timbre cola descartar` toma varios ID, o todos los detenidos de un tipo o una empresa con --confirmar y cuántos son.',
      ),
      corregido(
        'Un XLSX, ZIP o PDF en lugar de un CAF, un certificado o el XML de un proveedor se nombra por lo que es. Un archivo del registro que escribe unas fechas con el día primero y otras con el mes primero se rechaza por línea, y uno cuyas fechas caen en el mes sólo con el mes primero lo advierte (DATE_ORDER_DOUBTFUL).',
      ),
      corregido(
        'Panel, Folios: el primer folio sin usar que se escribió no se pierde cuando el archivo se rechaza, y con varios archivos se dice que es de uno solo.',
      ),
      corregido(
        'Lo que espera al portal del SII se ve: la pausa del cortafuegos y el ritmo agotado salen en GET …/portal (pausa RITMO), timbre doctor, timbre portal listar y el registro, con hasta cuándo; un trabajo que espera dice una hora y no segundos (progreso.espera_hasta), y quien ve algunas empresas lee «otra empresa» y no RUT de las demás.',
      ),
      cambiado(
        '`timbre portal desbloquear` toma un id que no cambia, o el RUT de la persona, y queda en la auditoría.',
      ),
      corregido(
        'Probar el acceso al portal con otro certificado de la misma persona ingresa con ése, y no con la sesión del anterior.',
      ),
      corregido(
        'Una tarea programada que encuentra un bloqueo o una pausa que termina sola espera a que termine, en vez de omitir su turno.',
      ),
      corregido(
        'Un siguiente demasiado bajo al cargar un CAF a medio usar ya no lleva a documentos rechazados: se pregunta al SII desde ese folio, los que tiene quedan emitido_fuera y la respuesta dice desde dónde se sigue (FOLIOS_USED_ELSEWHERE); si el SII no responde, vale lo dicho, con advertencia (FOLIOS_NOT_VERIFIED).',
      ),
      agregado(
        'POST /v1/dte/folios/:tipo/retomar y timbre folios retomar devuelven a los documentos los folios que una persona dio por usados y el SII no conoce; los anteriores a uno que tiene quedan por anular; anular también los admite. Los huecos dicen en dicho_por si lo dijo el SII o una persona.',
      ),
      corregido(
        'La consulta al SII por un documento rechazado dice que el SII tiene otro con su folio, y no «no es un rechazo».',
      ),
      agregado(
        'Un documento rechazado que se corrige y se emite de nuevo con reemplaza deja de requerir atención, y cada uno nombra al otro (reemplaza, reemplazado_por); emitirlo una segunda vez responde ALREADY_REPLACED con el folio del primero, salvo con forzar_reemplazo.',
      ),
      agregado(
        'Los rechazos y los reparos se pueden dar por vistos (POST /v1/documentos/:tipo/:folio/atender, y /v1/documentos/atender por fechas), y por_atender=true lista justo los que cuenta el resumen.',
      ),
      agregado(
        'Importar el resumen de ventas del registro (RCV_RESUMEN_VENTA) trae las sumas de boletas y comprobantes de pago, que llegan al F29, a la cuadratura y a los libros; un detalle importado después ya no las borra.',
      ),
      cambiado(
        'Muchos documentos a la vez se firman con libcrypto del sistema donde da los mismos bytes una vez y media más rápido o más; TIMBRE_FIRMA lo fuerza o lo impide, y timbre doctor, el registro y /metrics dicen quién firma.',
      ),
      cambiado(
        'Un 403 por un alcance que falta dice cómo lo obtiene la llave, y si las que se crean sin scopes hoy lo reciben (una anterior a él no lo tiene).',
      ),
      corregido(
        'Una operación en el SII que se detuvo deja de esperar a una persona cuando la misma se completa después (otra causa de anulación, otra cantidad de folios, el mismo mes leído): queda descartada sola.',
      ),
      cambiado(
        '`timbre doctor` dice primero lo que falla, y lo que está bien de todas las empresas en una línea por clase; `--todo` lo dice línea por línea.',
      ),
      cambiado(
        '/docs abre al momento: lo de cada operación llega al abrirla; busca también por campos y trae ejemplos en curl, JavaScript, Python, PHP y C#.',
      ),
      corregido(
        'Los ejemplos de /docs llevan `Idempotency-Key` donde la operación la admite y los parámetros obligatorios, y no leen un cuerpo donde la respuesta no lo trae.',
      ),
      cambiado(
        'Toda lista con fechas las toma como `fecha_desde` y `fecha_hasta`, un día o un instante; `desde` y `hasta` siguen valiendo donde ya estaban.',
      ),
      cambiado(
        'openapi.json escribe una vez lo que se repite (respuestas, parámetros, encabezados) y da nombre a cada respuesta; viaja comprimida, con ETag, y ?tag= da un área sola.',
      ),
      cambiado(
        'Un parámetro de consulta desconocido se rechaza en todas las rutas (400, con el nombre más parecido y todos a la vez): antes `?dry=1` se pasaba por alto y el documento se emitía.',
      ),
      agregado(
        'Una factura de compra que no retiene el IVA lo advierte al validar y al emitir (NO_RETENTION), y también en el F29.',
      ),
      corregido(
        'Un CAF cargado por archivo queda por conciliar: antes de tomar un folio se pregunta al SII cuáles usó ya otro programa, o una persona dice el siguiente (siguiente en POST /v1/dte/folios, timbre folios cargar --siguiente). El siguiente que se dice es el que se toma.',
      ),
      cambiado(
        'Saltar folios pregunta al SII por cada uno, o pide un motivo; los usados en otra parte quedan emitido_fuera y no por anular.',
      ),
      corregido(
        'Una nota, guía o factura puede referirse a un documento que la empresa emitió en otra parte aunque su folio esté en un CAF cargado: REFERENCE_NOT_VERIFIED en vez de REFERENCE_NOT_FOUND.',
      ),
      cambiado(
        'consulta, acuse y estado/:trackId preguntan al SII también por lo que la empresa emitió o envió desde otra parte, en vez de responder 404.',
      ),
      corregido(
        'El F29 lee todas las columnas del registro: notas de crédito fuera de plazo, lo no retenido de facturas de compra recibidas, la comisión de liquidaciones, importaciones, activo fijo, notas exentas e impuestos adicionales; lo que no tiene línea se advierte con su monto.',
      ),
      agregado(
        'timbre version, GET /salud, el registro y los respaldos dicen el commit de que se hizo el programa, y su fecha.',
      ),
      corregido(
        'En simulacion nadie acepta, reclama ni consulta lo que emitió otra cuenta de este servidor, aunque tengan una empresa del mismo RUT; TIMBRE_SIMULADOR_COMPARTIDO=true lo permite, y timbre simulador lo comparte con todos.',
      ),
      corregido(
        'Un certificado para muchas empresas: la sesión, el ritmo y los bloqueos del portal del SII, y los tokens de sus servicios, son de la persona que ingresa y no de cada archivo de certificado. Doce empresas de una cuenta ingresan una vez, se turnan de a una y ninguna espera el montón de otra; lo que pide una persona va antes que lo programado. Un trabajo que espera dice por qué empresa y cuánto.',
      ),
      corregido(
        'Un ingreso que el SII rehúsa sin decir por qué ya no bloquea para siempre: bloqueo.hasta dice cuándo termina solo (15 minutos, después más). «Cierre el navegador y vuelva a ingresar» no es un bloqueo sino una espera de diez minutos (pausa REINGRESO). La hora que impone el SII también termina sola.',
      ),
      agregado(
        'timbre doctor muestra los ingresos al SII que están bloqueados; timbre portal listar y timbre portal desbloquear los muestran y levantan sin el servidor.',
      ),
      corregido(
        'Una orden de la línea de comandos en una carpeta sin base de datos lo dice y no crea nada; sólo serve, demo y usuario crear crean una, y un puerto ocupado no deja carpeta ni clave.',
      ),
      agregado(
        'timbre usuario crear --cuenta CUENTA --rol ROL suma una persona a una cuenta que existe; sin --cuenta dice que la cuenta nueva es otra.',
      ),
      agregado(
        'GET /cambios publica también, en interfaz, la historia de la interfaz (v1.0.0 a v1.22.0), aparte de las versiones de este servidor.',
      ),
      agregado(
        'Compras internacionales dicen en advertencias, antes de emitir, qué texto no cabe en la factura de compra y cómo queda (TEXT_CUT), y que el SII rechazó la anterior (PREVIOUS_REJECTED). La lectura duda de más: un total con descuentos o saldos anteriores, una moneda que sólo está junto a otro monto, fechas y separadores que otro dato del archivo no confirma, el texto oculto de un escaneo; y nunca propone a la propia empresa como proveedor. El peso no admite tipo de cambio. En los estados de cuenta, confianza de una sugerencia es un número de 0 a 1. Dos compras de un proveedor son una aunque sólo una diga qué clase de empresa es. Las boletas de terceros muestran la glosa de su anulación y dicen qué caracteres se escribieron de otro modo (TRANSLITERATED). Una que se dio por no emitida y aparece en el SII justo al emitir otra igual detiene a la segunda, hasta que una persona la reintenta. En los estados de cuenta, un CSV de cargos con signo menos se lee como cargos y lo dice, la moneda se reconoce también por su signo o su nombre, y un comercio cuyo nombre empieza como un movimiento del banco no se pierde; cada encabezado de un CSV empieza otra tabla, lo devuelto se conoce por cualquier signo menos, por CR o por una columna Cargo/Abono, y una fecha que puede ser otra se dice en duda.',
      ),
      cambiado(
        'Lo recibido se dice más exacto: una respuesta con un código que no existe queda aparte (`codigo_desconocido`), la que no se anotó en ningún documento dice por qué en `ignorados`, el `monto` de una cesión es null si no está escrito y sus rarezas van en `informe` (ENV-3-924 a 926), y un formulario que no se puede leer responde VALIDATION_ERROR. Una respuesta al emisor que dice lo contrario que otra de la empresa sale, y lo advierte (`advertencias`, CONTRADICTS_ANSWER). Un ZIP adjunto a un correo se abre. Un archivo de un solo documento responde con él aunque traiga además algo que no se toma (`ignorados`). Lo que el registro de compras trae reclamado, o acusado a tiempo, ya no figura aceptado tácitamente en `acuse`. Un documento que llega otra vez en el sobre en que se firmó, único en que su firma cuadra, toma de él su juicio.',
      ),
      agregado(
        'Documentos recibidos: `/v1/recibidos` toma XML y correos de proveedores como vengan, los guarda tal cual y los juzga (firma, timbre, montos, y todo lo raro en `informe`), junto al registro de compras y su acuse; dos archivos con un mismo folio quedan ambos, en conflicto, primero el que concuerda con el registro de hoy; cada documento se juzga por sí solo, aunque otro del archivo repita su ID; lo que no se puede guardar se dice con su motivo; un archivo de cesión (AEC) que llega después se guarda con su documento (`archivos_cesion`, `?cesion=1` de su `/xml`). Evento `dte.recibido`; `con_xml` y `recibido_id` del registro cuentan lo recibido, y las referencias de una nota recibida la vinculan. Permisos `recibidos:leer` y `recibidos:gestionar`. En el panel, Recibidos: archivos soltados, filtros en la dirección, y cada documento con su informe, su registro, sus cesiones y lo que queda para responder.',
      ),
      agregado(
        'Buzón de la empresa: PUT /v1/empresa/:id/buzon guarda dónde llegan los documentos de los proveedores (IMAP cifrado, o la casilla del simulador), POST …/probar lo prueba, POST /v1/recibidos/buzon/leer lo lee ahora y la programación cada tantos minutos. GET /v1/recibidos/mensajes dice qué trajo cada mensaje. Nada se borra y nada entra dos veces; una clave rehusada no se repite (evento buzon.error).',
      ),
      agregado(
        'Correo del simulador: en simulacion los correos a direcciones de simulador.invalid no salen del servidor; GET y POST /simulador/correo los muestran y los dejan, y las fallas correo_perdido y correo_doble los pierden o repiten.',
      ),
      agregado(
        'Panel web en español en /app/, servido por el mismo programa y sobre la misma API: entrada, cambio de empresa, búsqueda con Ctrl+K, avisos en vivo y acceso propio. timbre serve escribe su dirección, y / lleva a él a los navegadores.',
      ),
      agregado(
        'Panel, Documentos: lista con filtros en su dirección, páginas por cursor, CSV, impresión en un solo trabajo y correo de lo elegido; el documento con su historia en palabras del SII y propias, impresión, anulación con motivo, lo enviado byte a byte y preguntas al SII con lo que cuestan.',
      ),
      agregado(
        'Emisión desde el panel en /app/…/emitir: factura, factura exenta, boletas y notas de crédito y débito, sin soltar el teclado, con totales y fallas del servidor al escribir, vista previa, borradores en el navegador, pegado desde planillas y folios pedidos en el acto. Una respuesta que se pierde no emite dos veces.',
      ),
      agregado(
        'Emisión desde el panel de los demás tipos: guía de despacho con lo que exige la Res. Ex. SII 154/2025 marcado y «No lo tengo» en cada dato, factura de compra con su retención, liquidación factura con sus comisiones, y exportación con sus notas, Aduana incluida. El traslado va también en la factura.',
      ),
      {
        tipo: 'Corregido',
        texto:
          'Certificación: un certificado del ensayo deja pendiente cargar uno de verdad en el ambiente certificación; la revisión previa nombra los tipos cuyos folios faltan; un archivo de sets de más de 64 KB o 1.000 líneas, un set de más de 40 casos y un caso con más ítems de los que caben en un documento se rehúsan con su línea; más de cien preguntas son una falta; un porcentaje con una letra entre sus cifras se rehúsa, y una guía sin su caso en el libro se pregunta.',
      },
      {
        tipo: 'Corregido',
        texto:
          'La cuadratura del registro mira también lo recibido: una compra cuyo XML llegó con buena firma cuadra, y dice aparte el monto distinto, el XML sin validez (xml_sin_validez) y lo recibido que el registro no trae; causas suma las diferencias por lado y clase, lado y clase las filtran, y el panel dice de cada causa qué hacer.',
      },
      {
        tipo: 'Corregido',
        texto:
          'dias_estimados de los folios es el mismo en todas partes, el del pronóstico: el mayor de los ritmos de 30 y 90 días, sin contar lo que vence antes. El resumen avisa de un tipo en uso cuyos folios duran menos de una semana (por_agotarse), y de los que vencen sólo si sobrarán.',
      },
      {
        tipo: 'Cambiado',
        texto:
          'POST /v1/dte/validar dice antes de emitir lo que emitir diría después: POSSIBLE_DUPLICATE, con el trabajo del otro; y ambos dicen qué línea no trae precio ni monto y cuenta cero (LINE_WITHOUT_AMOUNT).',
      },
      {
        tipo: 'Cambiado',
        texto:
          'Panel: el dueño de una cuenta sin empresa la crea desde la primera pantalla; responder varios recibidos muestra cuántos y cuánto suman y no elige por usted; a 1440 de ancho cada línea de la emisión va en una fila y la navegación cabe entera; la lista de empresas muestra hasta tres asuntos de cada una y los reparos van al final.',
      },
      agregado(
        'Panel, Guías: las abiertas por cliente, facturadas juntas o anuladas. Emitir un lote: un CSV o celdas pegadas, con la falta de cada documento en su fila; lo ya emitido no se emite otra vez.',
      ),
      agregado(
        'Registro de compras y ventas: POST /v1/rcv/:periodo/importar toma los archivos del sitio del SII (27, 23, 24 y 43 columnas), con todas las faltas por línea y sin guardar nada si hay alguna, y avisos de lo que conviene mirar (lo que viene de otro período, fechas, totales, vinculaciones que ya no caben); GET /v1/rcv/:periodo lo busca, lo suma y lo devuelve byte por byte con formato=csv; GET /v1/rcv/:periodo/cambios dice qué cambió entre lecturas.',
      ),
      agregado(
        'Registro de compras y ventas traído del SII: POST /v1/rcv/:periodo/sync lee resumen y detalle de cada tramo como trabajo que sigue donde quedó, sin pedir lo que no cambió y sin tomar lo que no cuadra con su resumen; PUT …/tipo-compra reclasifica una compra. El resumen y el F29 usan los totales del SII, boletas incluidas. GET /v1/dte/emitidos/:periodo y /recibidos/:periodo preguntan lo que el SII tiene de un mes. El SII simulado lleva el registro de cada empresa.',
      ),
      agregado(
        'Folios en el SII: POST /v1/dte/folios/solicitar los pide en su sitio en cualquier ambiente, como trabajo que no pide otros por una respuesta perdida (201, o 202 si tarda; max_autorizado puede ser null); GET …/sii dice los rangos otorgados, POST …/reobtener descarga uno otra vez y POST …/anular anula los que nadie usará; GET …/trabajos los sigue. huecos gana anulado_en; eventos folios.anulados y folios.rehusados. La reposición automática sirve en todos los ambientes.',
      ),
      agregado(
        'Notas de crédito del registro vinculadas con sus facturas por el XML, el registro o lo que tienen en común, con su confianza y sus razones; GET /v1/rcv/:periodo/nc-pendientes propone las demás, y POST y DELETE /v1/rcv/vinculacion deciden a mano.',
      ),
      agregado(
        'GET /v1/libros/paquete/:periodo: el mes para el contador en un ZIP, con los libros, el F29, la cuadratura y el XML de lo emitido.',
      ),
      agregado(
        'Panel, Registro y Libros: los archivos del SII probados antes de importarlos, con cada línea mala; los documentos del mes, sus notas con sus facturas y por qué, la cuadratura, el F29, los cambios, y los libros en CSV o el mes entero en ZIP.',
      ),
      agregado(
        'GET /v1/rcv/:periodo/cuadratura compara el registro con lo emitido aquí, documento por documento; GET /v1/rcv/:periodo/f29 lo suma para el formulario 29, con lo que falta advertido.',
      ),
      agregado(
        'Intercambio entre contribuyentes: POST /v1/recibidos/:id/respuestas firma y manda por correo la recepción de un archivo, el resultado comercial o el recibo de mercaderías (Ley 19.983), cada una una sola vez y guardada antes de salir; GET /v1/recibidos/respuestas y su archivo. Lo que los receptores responden queda en el documento emitido (`intercambio`, historial, evento intercambio.respuesta) con el juicio de su firma y, en `conflicto`, la que dice lo contrario; vale la última en firmarse. POST …/respuestas espera hasta `?esperar=` segundos a que salga, siempre 202. GET /v1/recibidos/respuestas/recibidas muestra también lo que no calza con ninguno y por qué. `respuesta_automatica` de la empresa: no o recepcion.',
      ),
      agregado(
        'Aceptación y reclamo de documentos recibidos en el registro del SII: POST /v1/dte/acuse y /lote (hasta 500, cada uno por sí solo, sin duplicar nada aunque se pierda una respuesta o se caiga el servidor), GET /v1/dte/acuse/pendientes con el plazo de cada uno, y avisos acuse.por_vencer a las 72 y 24 horas.',
      ),
      agregado(
        'Panel, Por aceptar: los documentos recibidos con el plazo que les queda, respondidos juntos en el registro del SII, con la causa de cada uno que el SII no admite.',
      ),
      agregado(
        'Qué hizo el receptor con lo emitido: GET /v1/dte/acuse/:tipo/:folio lo pregunta al SII, estado_acuse está en la lista de documentos y la filtra, y dte.acuse avisa de cada cambio.',
      ),
      agregado(
        'Operaciones en el SII como trabajos: se espera su resultado con ?esperar=, quien pide lo mismo se une al que está en curso, se cobran una vez, y se ven, reintentan y descartan en …/trabajos; trabajo.terminado avisa.',
      ),
      agregado(
        'GET /v1/libros/ventas, /compras y /guias/:periodo: los libros del mes en JSON o CSV para planillas, una línea por documento, notas de crédito negativas y totales por tipo.',
      ),
      agregado(
        'GET /v1/contribuyente/:rut y POST /v1/empresa/autocompletar: quién emite documentos electrónicos y cuáles, con dirección, comuna y correo de los propios documentos y la fuente de cada dato; con certificado, también la casilla de intercambio; respuestas guardadas por cuenta (max_edad), que no consumen.',
      ),
      agregado(
        'GET /v1/sii/situacion/:rut: la situación tributaria de cualquier RUT. El captcha del SII lo lee una persona: 409 CAPTCHA_REQUIRED trae la imagen y no consume.',
      ),
      agregado(
        'Panel, Consultas: un contribuyente o su situación tributaria por RUT, con lo que cuesta dicho antes, la fuente de cada dato y la imagen del SII para que la lea quien pregunta.',
      ),
      agregado(
        'Panel, Folios: el pronóstico de cada tipo y el piloto automático, el pedido paso a paso con el que no se deshace, los rangos que el SII otorgó junto a los cargados, con reobtener, y la anulación con lo que deja de usarse dicho antes y lo que el SII rehúsa, con sus palabras.',
      ),
      agregado(
        'Panel, Acceso al SII: el certificado y la clave tributaria con que se entra al sitio del SII, por qué el SII rehusó un ingreso y qué hacer, la sesión, y qué operación usa cuál. Operaciones: lo que corre o se detuvo en el SII, paso a paso, con reintento, descarte e historial; el Registro se trae del SII desde su página.',
      ),
      agregado(
        'El SII simulado conoce cualquier RUT, que sale de sus cifras o de PUT /simulador/contribuyentes/:rut; PUT /simulador/ajustes enciende el captcha.',
      ),
      agregado(
        'Registro, inicio de sesión y renovación de tokens; llaves de API con alcances, ligadas a una empresa.',
      ),
      agregado(
        'Empresas de la cuenta, empresa activa de la sesión y certificado digital con su llave cifrada.',
      ),
      agregado(
        'Acceso al portal del SII por certificado o por clave tributaria, que se guarda cifrada: GET /v1/empresa/:id/portal dice con qué se ingresa y qué se puede hacer, y una persona carga la clave, prueba, desbloquea y cierra la sesión. Un ingreso que el SII rehúsa no se repite: bloquea esa credencial en todo el servidor y avisa con portal.bloqueado. Nadie espera su turno por más de 10 segundos (429 RATE_LIMIT), y un trabajo que lo espera dice en error y proximo_intento por qué y hasta cuándo.',
      ),
      agregado(
        'El SII simulado tiene portal: ingreso por clave y por certificado con sus rechazos, bloqueos y límites, sesiones y cortafuegos; /simulador/claves y /simulador/sesiones lo gobiernan, y sus fallas lo hacen fallar.',
      ),
      agregado(
        'Usuarios de la cuenta: invitaciones por enlace, roles con permisos agregados y quitados, tipos de documento y empresas permitidos.',
      ),
      agregado(
        'Sesiones propias a la vista y cierre de cada una; cambio y restablecimiento de la contraseña, por correo o con timbre usuario restablecer.',
      ),
      agregado(
        'POST /auth/cookie sigue una sesión por una cookie HttpOnly y SameSite=Strict, 7 días desde su último uso y 30 a lo más; vale donde una sesión, también en GET /v1/events/stream, y fuera de GET y HEAD exige el Origin del servidor. DELETE /auth/cookie la cierra.',
      ),
      cambiado(
        'Cache-Control: no-store en lo que se responde a una credencial; los archivos, que llevan ETag, siguen con private, no-cache.',
      ),
      agregado(
        'GET /v1/documentos/:tipo/:folio dice en firmado_at cuándo se firmó el documento: desde entonces tiene XML y PDF.',
      ),
      agregado(
        'X-Empresa: emp_… afirma la empresa en cuyo nombre se actúa: si la activa de la sesión, o la de la llave, es otra, 409 CONFLICT y nada se hace.',
      ),
      agregado(
        'Límite de diez inicios de sesión fallidos en 15 minutos, por correo y por dirección; TIMBRE_TRUSTED_PROXIES dice de qué proxies se cree la dirección del cliente.',
      ),
      agregado(
        'El panel crea, rota y revoca llaves de API (/llaves) y las muestra sólo una vez; crea, prueba y cambia webhooks (/webhooks), y muestra qué se envió, qué se respondió y lo reenvía; crea, cambia, pasa de ambiente, elimina y restaura empresas (/empresas); invita personas y cambia lo que pueden (/usuarios); mueve el reloj del simulador, provoca fallas, muestra lo recibido y responde como receptor (/simulador); compara planes con lo usado, ordena otro y sigue su pago (/plan); muestra la auditoría y la descarga (/auditoria).',
      ),
      agregado(
        'Páginas /invitacion y /restablecer, que abren los enlaces de invitaciones y de contraseñas olvidadas; la primera y /instalar terminan en el panel, con la sesión iniciada.',
      ),
      agregado(
        'Formato DTE 2.5 y boleta 4.2: carro, salida y llegada van en el XML, como el correo y el teléfono del receptor de una boleta; TIMBRE_FORMATO_DTE=2.2 los deja fuera.',
      ),
      cambiado(
        'Las notas caben por componente y no por total: neto, exento y cada impuesto del documento que modifican (BALANCE_EXCEEDED dice cuál, lo que queda y lo pedido; saldo_componentes en el documento); una exportación, por su MntExe, también la que no se paga; el crédito de empresas constructoras va en la nota con la tasa del documento.',
      ),
      cambiado(
        'La fecha de una referencia a un documento propio puede omitirse, y otra que la suya se rechaza; una segunda factura o boleta sobre una guía facturada se rechaza, salvo con forzar_guia.',
      ),
      corregido(
        'Facturar y anular guías respeta los tipos de documento de la persona; los huecos distinguen lo rechazado de lo descartado, y POSSIBLE_DUPLICATE sólo dice «igual» tras comparar las líneas.',
      ),
      agregado(
        'Transporte según la Res. Ex. SII 154/2025: toda guía dice patente, transportista y chofer, o en no_disponible que no se tienen, y el documento lo declara; también 33, 34 y 46 que viajan con mercaderías (traslado.tipo_despacho). Los datos de Aduana que faltan se avisan y no impiden emitir.',
      ),
      agregado(
        'Tipo de venta y de compra, mandante y solicitante, IVA de terceros, medio, cuenta y término de pago, vendedor y caja, subtotales y el equivalente en otra moneda, en todo tipo que los admite.',
      ),
      cambiado(
        'Las tasas del IVA y de los impuestos adicionales son las que rigen en la fecha de emisión del documento.',
      ),
      agregado(
        'Agentes retenedores: retenedor.producto pone el código CPCS, su unidad y las cabezas; compra.comisiones en la 46 y en sus notas.',
      ),
      agregado(
        'Boletas sobre 135 UF: RUT, razón social y medio de pago del comprador son obligatorios; TIMBRE_UMBRAL_BOLETA agrega el umbral de un año nuevo. Entradas a espectáculos con ind_servicio 4.',
      ),
      agregado(
        'Georeferencia de la emisión y manejo de madera (georeferencia, madera) y referencias 48, 821, 822 y 823. Las facturas de turista salen sólo de Arica, Camarones, Putre y General Lagos, a nombre de «Extranjero sin RUT».',
      ),
      agregado(
        'En producción el primer documento con elementos del formato 2.5 viaja solo y los demás esperan su veredicto, hasta 15 minutos; si el SII lo rechaza por esquema, el documento y el evento sii.incidente dicen cómo dejarlos fuera.',
      ),
      agregado('Llaves de API con lista de direcciones (ips) y rotación: la anterior sirve 24 horas más.'),
      agregado(
        'El SII simulado lleva un registro de quién puede emitir qué y quién actúa por él (PUT /simulador/contribuyentes/:rut), objeta lo enviado más de tres días después de su fecha (DTE-1-650), se contradice a pedido (falla contradiccion) y dice todas las faltas de un pedido a la vez.',
      ),
      cambiado(
        'Una respuesta del SII que se contradice (rechazado con documentos aceptados) se muestra como dudosa y se vuelve a preguntar: no es aceptado ni rechazado.',
      ),
      cambiado(
        'timbre validar-xml juzga como el SII; con --recibido, como debe hacerlo quien recibe el archivo: cualquier codificación y elementos ajenos fuera de lo firmado.',
      ),
      cambiado(
        'Ningún plan mayor que el que el servidor da a sus cuentas rige sin pago: TIMBRE_BILLING es operador si no se indica, y sólo con manual se cree al dueño de la cuenta. El monto de la suscripción sigue al plan que se cambió a mano.',
      ),
      agregado(
        'Registro de auditoría en GET /v1/auditoria, también como CSV: todo cambio de la cuenta, también los de la línea de comandos.',
      ),
      agregado(
        'Página de instalación: un servidor sin usuarios anota al partir un enlace de un solo uso que registra la primera cuenta y su empresa.',
      ),
      agregado('Idempotency-Key también al crear una empresa; su ámbito es la cuenta.'),
      cambiado(
        'Las faltas de referencias y de folios se informan junto a las demás de la solicitud, todas a la vez.',
      ),
      cambiado(
        'Lo que es de la cuenta entera (sus datos y plan, personas e invitaciones, cobros, empresas nuevas) no lo cambia quien está limitado a algunas de sus empresas.',
      ),
      agregado(
        'TIMBRE_WEBHOOKS_PRIVATE=false no entrega webhooks a redes privadas ni al propio servidor; es lo normal con registro abierto.',
      ),
      cambiado(
        'El límite de solicitudes cuenta una por cada 64 KiB de cuerpo o diez documentos que comienzan; sobre cierto número de bytes en subida a la vez, de una llave o en total, 503 SERVER_BUSY.',
      ),
      cambiado('Un certificado del simulador se rechaza fuera de simulacion, al cargarlo y al emitir.'),
      cambiado(
        'Un rechazo muestra las primeras 100 faltas y dice en detalles_omitidos cuántas más hay; un lote, 1.000 entre todos sus documentos.',
      ),
      corregido(
        'Una empresa eliminada y creada de nuevo puede cargar su CAF otra vez: sigue con los folios que no usó.',
      ),
      agregado(
        'Límites de solicitudes por llave, cuenta y empresa, con X-RateLimit-* en toda respuesta de /v1 y 429 RATE_LIMIT; se fijan con TIMBRE_RATE_*.',
      ),
      agregado(
        'Cuota mensual de consultas al SII (X-Quota-*, PLAN_LIMIT) y de emisiones (X-Emission-*, EMISSION_LIMIT) según el plan de la cuenta, por mes de Chile.',
      ),
      agregado('Cuenta: datos, uso de doce meses, planes y cambio de plan en /v1/cuenta.'),
      agregado(
        'Billing: suscripción, cobros y órdenes de pago, confirmadas a mano o por Flow; timbre billing para quien administra el servidor.',
      ),
      agregado('Carga y consulta de folios (CAF).'),
      agregado(
        'Umbral con que se avisa que quedan pocos folios, por tipo (PUT /v1/dte/folios/:tipo/alerta) o de la empresa (alerta_folios), y reposición automática.',
      ),
      agregado(
        'Emisión en cola de facturas, boletas, notas de débito y de crédito (33, 34, 39, 41, 56, 61), con idempotencia.',
      ),
      agregado(
        'Emisión de liquidaciones, facturas de compra, guías de despacho y documentos de exportación (43, 46, 52, 110, 111, 112).',
      ),
      agregado(
        'Bloques exportacion, traslado, liquidacion y compra de la solicitud, con las tablas de Aduana y los datos de transporte que exige la Res. Ex. SII 154/2025 desde el 2026-11-01.',
      ),
      agregado(
        'Listas de documentos con ?cursor=, ?ambiente= y ?formato=csv; su total es exacto y no se encarece con los años.',
      ),
      agregado(
        'Comandos de operación: respaldo, restaurar, verificar, rotar-clave, cola, empresa importar y folios cargar.',
      ),
      agregado(
        'Emisión programada con programar_para: el folio se toma a su hora; antes se puede descartar.',
      ),
      agregado('Emisión por lotes de hasta 100 documentos, cada uno por sí mismo o todo o nada.'),
      agregado('Vista previa del papel de un documento, en carta o rollo, sin emitirlo.'),
      agregado(
        'Facturación de guías de despacho: lista de las facturables, una factura 33 o 34 por hasta 1.000 guías de un receptor y anulación de guías.',
      ),
      agregado(
        'Anulación de documentos con la nota que los iguala: POST /v1/dte/:tipo/:folio/anular emite la 61, 56, 112 o 111 que corresponde.',
      ),
      agregado(
        'El detalle de un documento dice qué notas se refieren a él, cuál lo anula y qué guías cubre; una factura espera a que el SII acepte las guías que refiere.',
      ),
      agregado('Consulta de trabajos y documentos; descarga del XML firmado y del PDF con su timbre.'),
      agregado(
        'Revisión de la base de datos al partir, y junto al servidor si es grande: si está dañada, /listo responde 503.',
      ),
      agregado(
        'Plantillas PDF con versiones, activación selectiva por tipo y formato, logo de la empresa y vista previa; `plantilla` en la descarga del PDF.',
      ),
      agregado(
        'Papel según las medidas del manual de muestras impresas del SII: timbre y leyenda en carta y 80mm, acuse antes del timbre en los rollos, 57mm sólo para boletas; un documento rechazado, anulado o descartado lo dice cruzado en cada página.',
      ),
      corregido('En carta, la copia cedible de un documento que llena su página cabe también en una sola.'),
      cambiado(
        'Lo que sólo se imprime (impresion, observaciones, textos de plantillas) admite toda letra que el papel tenga, como – “ ” … y €.',
      ),
      agregado(
        'Copia por correo para el receptor (envio_receptor, TIMBRE_SMTP_URL) con el sobre de intercambio y el PDF; a mano con POST /v1/documentos/:tipo/:folio/enviar.',
      ),
      agregado(
        'Consulta pública de un documento (consulta_publica): página, PDF y XML en la dirección links.publico.',
      ),
      agregado(
        'Webhooks: registro con selección de eventos, firma HMAC-SHA256 y Standard Webhooks, reintentos por 28 horas, registro de entregas, reenvío y prueba.',
      ),
      agregado(
        'Eventos cuota.80 y cuota.agotada para todas las empresas de la cuenta, una vez por umbral y mes.',
      ),
      agregado('Aviso por correo a la cuenta cuando el servidor desactiva un webhook.'),
      agregado(
        'Eventos en vivo en /v1/events/stream, con tickets para navegadores y recuperación de los últimos 15 minutos.',
      ),
      corregido(
        'Un sobre que el SII rechaza completo (RSC, RFR, RCT) no arrastra a sus documentos: los buenos se envían de nuevo, con los mismos bytes, hasta apartar al malo; si la causa es la carátula o el permiso, esperan a que se corrija y se reintente.',
      ),
      agregado(
        'GET /listo, /metrics, el registro y timbre doctor dicen cuántos segundos difiere el reloj del servidor del reloj del SII; un salto del reloj no pierde, duplica ni detiene documentos.',
      ),
      corregido(
        'Con un reloj anterior al primer día del certificado nada se firma ni se acepta (CERTIFICATE_INVALID, que nombra el reloj); lo aceptado espera y sale solo cuando el reloj está en hora.',
      ),
      agregado(
        'El registro une el X-Request-Id de cada emisión con sus trabajos (dte.encolado) y éstos con su Track ID (dte.enviado).',
      ),
      cambiado(
        'Una emisión cuyo cuerpo y encabezado X-Ambiente nombran dos ambientes se rechaza, y también la referencia a un documento tributario con un folio que no puede tener.',
      ),
      corregido(
        'El servidor parte también cuando lo detuvieron, o se llenó el disco, mientras SQLite traspasaba su registro a la base.',
      ),
      corregido(
        'Un proceso que muere no gasta intentos de lo que tenía entre manos: documentos, webhooks y copias esperan un poco más cada vez, desde un segundo hasta una hora.',
      ),
      cambiado(
        'Un trabajo termina en dlq por sus 30 intentos, que dan para unas 23 horas, y no por el reloj. Una nota espera el veredicto de su documento mientras se le pregunte al SII por él, una semana; después queda failed.',
      ),
      agregado(
        'Un documento que espera con otros de su empresa muestra en proximo_intento cuándo salen. Uno nuevo espera a lo más medio minuto por los anteriores que no llegan al SII. También lo muestra uno completed cuyo sobre el SII rechazó por completo y que se envía otra vez: espera por sus propias fallas, no por lo que se emita mientras tanto.',
      ),
      cambiado(
        'Un documento que no cumple el esquema del SII se detiene antes de firmarse, con el elemento y la regla en su error y la etapa esquema, y los demás se envían.',
      ),
      corregido(
        'timbre cola lista, reintenta y descarta por su propio trabajo los documentos cuyo sobre el SII rechazó por completo.',
      ),
      cambiado(
        'En simulacion se pregunta por el veredicto a 1, 5 y 15 segundos, y luego como en los demás ambientes.',
      ),
      cambiado(
        'Un trabajo en dlq dice qué hacer (accion): ya no se reintenta solo. El código -3 con que el SII niega un token se toma por pasajero.',
      ),
      corregido(
        'restaurar y rotar-clave, corridos por root, dejan los archivos a su dueño y con sus permisos, y se niegan mientras un servidor tenga abierta la base aunque falte timbre.lock.',
      ),
      corregido(
        'Un respaldo, y la copia antes de migrar, es legible sólo por su dueño desde el primer byte y lleva su nombre sólo entera; sin la base de datos pero con su clave el servidor no parte.',
      ),
      corregido(
        'Una copia antigua de la base (restaurar, cp, Litestream) no usa dos veces un folio: sus tipos quedan por_conciliar y antes de emitir se pregunta al SII, sin costo, cuáles tiene; se apartan como emitido_fuera y se sigue detrás. Si el SII no responde en 20 segundos, 503 SII_UNAVAILABLE sin tomar nada.',
      ),
      agregado(
        'POST /v1/dte/folios/:tipo/saltar y timbre folios saltar dejan como huecos los folios que otro documento ya lleva; timbre folios conciliar pregunta al SII.',
      ),
      corregido(
        'Un disco lleno o un lector que se fue detrás del registro no detienen el servidor: las líneas perdidas se cuentan en /metrics (timbre_log_lines_dropped_total).',
      ),
      agregado(
        'Una empresa eliminada se sigue leyendo: GET /v1/empresa?eliminadas=true la muestra, una sesión que la elige lee sus documentos, y POST /v1/empresa/:id/restaurar la devuelve.',
      ),
      cambiado(
        'La invitación por correo dice quién invita y a qué empresas, TIMBRE_SMTP_FROM admite un nombre, y un servidor sin correo no promete ninguno (por_correo en POST /v1/usuarios/invitar).',
      ),
      agregado('timbre licencias muestra los avisos de lo ajeno que el programa lleva dentro.'),
      agregado('timbre doctor dice de qué rango son los folios que vencen primero.'),
      agregado(
        'timbre doctor dice que el certificado del simulador no sirve a una empresa fuera de simulacion.',
      ),
      corregido(
        'Un cuerpo JSON pasa de 1 MiB sólo por su archivo (413 PAYLOAD_TOO_LARGE) y el que anida demasiado se rehúsa antes de leerse: diez megabytes de corchetes o de campos mal escritos detenían el servidor un segundo.',
      ),
      agregado('Simulador del SII incorporado para trabajar sin conexión.'),
      agregado(
        'El simulador actúa como receptor (POST /simulador/acuse), tiene un receptor mágico que reclama y sirve el registro de aceptaciones y reclamos del SII (ws1 y ws2).',
      ),
      agregado(
        'timbre validar-xml: montos, obligaciones, RUT, fechas, timbre y firmas de los doce tipos, también en archivos de otros programas.',
      ),
      corregido(
        'Totales con la base de faena y el margen de comercialización de las líneas; cantidad 1 en las guías sin precio.',
      ),
      cambiado(
        'Un parámetro de consulta que viene dos veces se rechaza, un cuerpo tiene 60 segundos para llegar y una dirección admite diez registros en 15 minutos.',
      ),
      agregado(
        'GET /metrics con las métricas del servidor para Prometheus, para el mismo equipo o con TIMBRE_METRICS_TOKEN.',
      ),
      agregado(
        'Cada noche se borra lo viejo: respuestas de Idempotency-Key, sesiones, tokens e invitaciones, entregas y eventos de 30 días, los bytes que recibió el simulador y la auditoría de más de seis años; los documentos, nunca.',
      ),
      agregado(
        'Cada operación documenta todos sus estados, códigos de error, encabezados y un ejemplo de su respuesta.',
      ),
      agregado('?disposicion=inline en /v1/dte/pdf y /v1/dte/xml: el navegador muestra el archivo.'),
      cambiado(
        'La búsqueda q de GET /v1/documentos recorre un índice propio, por partes: 100.000 documentos ya no detienen al servidor. Halla lo mismo que antes, y el comienzo de un RUT también cuando él mismo parece un RUT.',
      ),
      agregado(
        'GET /v1/dte/emision filtra por varios estados a la vez, por tipo_dte y por q: RUT, razón social, folio o referencia externa.',
      ),
      agregado(
        'Un trabajo de emisión dice a quién y por cuánto: rut_receptor, razon_social_receptor y monto_total, también mientras espera su hora. Cada fila de GET /v1/documentos dice en anulado_por qué lo anula, o null.',
      ),
      agregado(
        'GET /v1/resumen: documentos y montos por día, tipo y veredicto, trabajos por estado y lo que espera a una persona (emisiones y operaciones detenidas, rechazos, acuses por vencer, certificado, folios), también por empresa de la cuenta; sale de contadores que lleva la base.',
      ),
      agregado(
        'GET /v1/documentos?formato=zip: el XML de todos los hallados y, con pdf=true, su PDF en un solo archivo.',
      ),
      agregado(
        'Varios documentos en un solo PDF, hasta 500, con un marcador a cada uno: POST /v1/dte/pdf/lote los elegidos, en el orden pedido; GET /v1/documentos?formato=pdf los hallados, en el de la lista. Con papel, cedible y copias.',
      ),
      agregado('Documentación interactiva en /docs y descripción OpenAPI en /openapi.json.'),
      cambiado(
        'Un número que JSON no lleva exacto (más de 15 cifras, 1e400) se rehúsa con su ruta en todas las rutas por igual, y un cuerpo vacío es INVALID_JSON en todas.',
      ),
      agregado(
        'GET /v1/documentos/:tipo/:folio muestra todo lo emitido, con los nombres de la solicitud: receptor, pago, descuentos, traslado, exportación y lo demás.',
      ),
      agregado(
        'GET /v1/documentos/:tipo/:folio/solicitud responde el cuerpo que emitiría otra vez un documento, para repetirlo o corregirlo.',
      ),
      agregado(
        'Un documento y cada paso de su historial explican el código del SII: causa y solución, sin preguntarle ni gastar una consulta.',
      ),
      agregado(
        'openapi.json tipa cada respuesta hasta su último campo, también la configuración de una plantilla y el detalle de la auditoría: un cliente generado no tiene valores sin tipo.',
      ),
      agregado(
        'openapi.json dice qué significa cada valor de cada lista (estados, reglas, advertencias, códigos del SII), el tipo de cada detalle de un error y formularios que se pueden enviar.',
      ),
      agregado(
        'openapi.json dice qué pide y qué no lleva cada tipo de documento, con una solicitud de ejemplo de los doce.',
      ),
      agregado(
        'Programación: GET y PUT /v1/empresa/:id/programacion dicen y fijan qué se hace solo en el SII y a qué hora de Chile: traer el registro de compras y ventas, y enviar el consumo de folios de los días que faltan; POST …/ejecutar lo hace ahora. Deja a las personas la quinta parte de las consultas, y avisa (programacion.fallida) a la tercera falla seguida.',
      ),
      agregado(
        'Programación: la tarea acuse pregunta qué dijo el receptor de cada factura propia a crédito al tercer y al sexto día y una vez vencido el plazo, de a max_por_dia, una consulta cada una, salvo lo que el registro de ventas ya cuenta. Su trabajo es acuse.refrescar.',
      ),
      agregado(
        'Programación: la tarea folios muestra cuándo la reposición automática pidió folios y cómo le fue, y la apaga entera. Como las demás, deja a las personas la última quinta parte de las consultas del plan.',
      ),
      agregado(
        'Un envío sin veredicto tras una semana de preguntas se cuenta en GET /v1/resumen (sin_veredicto); preguntar al SII por él lo sigue otra semana.',
      ),
      agregado(
        'openapi.json describe en `webhooks` cada evento que se emite: su cuerpo, sus encabezados y qué hace cada respuesta; /docs los muestra.',
      ),
      agregado(
        'GET /v1/dte/folios/pronostico dice cuánto duran los folios de cada tipo, cuántos se perderán y cuántos pedir; cantidad:"pronostico" pide esos, también en la reposición automática, que entonces se adelanta una semana al fin. GET /v1/dte/folios/por-anular da en rangos los que hay que anular en el SII.',
      ),
      agregado(
        'Consumo de folios de boletas (RCOF): POST /v1/dte/rcof cuenta un día y lo envía al SII como trabajo, con la secuencia que sigue sólo si algo cambió; se consulta por día, se ve antes de enviarlo (/previa) y tal como se firmó (/xml), y su veredicto llega por rcof.enviado, rcof.aceptado y rcof.rechazado. Ya no es obligatorio desde agosto de 2022.',
      ),
      agregado(
        'El SII simulado recibe el consumo de folios de boletas por DTEUpload y lo compara con lo que recibió: GET /simulador/rcof dice qué folio falta o sobra, y la falla rcof alcanza sólo esos envíos.',
      ),
      agregado(
        'El SII simulado otorga, reobtiene y anula folios en las páginas de su sitio, como el SII: sus pasos, rechazos y topes (caf_racionado en PUT /simulador/ajustes), las fallas de folios y folios_anular, y cada cuenta con sus rangos.',
      ),
      agregado(
        'Los vecinos del SII simulado escriben correos: mandan lo que emiten, cada uno a su manera (y uno con errores), y responden lo que reciben (recepción, recibo, resultado) de acuerdo con lo que dicen al SII. GET /simulador/vecinos/:rut/bandeja muestra lo que leyeron; POST …/emitir lleva envio y fallas de la carta; el SII manda el resultado de cada envío.',
      ),
      agregado(
        'El SII simulado emite, informa y anula boletas de prestación de servicios de terceros en las páginas de su sitio, con su retención por fecha y sus rechazos: GET /simulador/bte las muestra, bte_causas y bte_certificado en PUT /simulador/ajustes y las fallas de bte lo cambian.',
      ),
      agregado(
        'POST /simulador/acuse responde hasta cien documentos de una vez, o todos los que esperan la palabra de un receptor; GET /simulador/registro/:periodo muestra el registro de la empresa en el SII simulado, y con falla un vecino emite mal firmado o mal timbrado.',
      ),
      agregado(
        'El SII simulado tiene vecindario: POST /simulador/vecindario da a la empresa trece proveedores y clientes con tres meses de pasado en su registro, que siguen viviendo con el reloj y le escriben por su nombre (o el de razon_social, giro, direccion y comuna); responden lo que ella emite, un banco pregunta cada semana al SII si sus facturas son cedibles, y POST /simulador/vecinos/:rut/emitir les hace facturarle.',
      ),
      agregado(
        'timbre demo muestra, tras sus documentos, un vecindario, dos meses traídos del registro del SII con las notas que se vincularon, un reclamo y un folio anulado.',
      ),
      cambiado(
        'Una solicitud rechazada dice de una vez todas sus faltas, las de su dirección, sus parámetros y su cuerpo. Idempotency-Key vale en toda ruta POST que escribe. Un lote de aceptaciones dice qué fue de cada documento también mientras corre y si se detuvo, y se rechaza entero si el plan no alcanza.',
      ),
      corregido(
        'Un acuse o un lote de acuses se rechaza también si las consultas que le quedan al plan las ocuparán los acuses en cola, y el de un documento que la propia empresa emitió a otro, antes de quedar en cola. Un trabajo que el plan detuvo dice qué hacer. POST /v1/dte/acuse/lote y la programación rehúsan parámetros que no conocen.',
      ),
      agregado(
        'Compras internacionales: POST /v1/compras-internacionales propone desde la factura de un proveedor extranjero (PDF, UBL, CII, EML) o la toma como JSON; una persona corrige, clasifica y emite la factura de compra 46 con todo el IVA retenido, o sabe por qué no se puede. Lo que el SII no puede escribir no se pierde: bloquea hasta que se escriba en letras latinas; lo que se cambia por otro carácter se advierte (TRANSLITERATED). Con ia=true lee también el modelo del operador; si rehúsa, EXTRACTION_ERROR y la compra queda con lo que leyeron las reglas. Estados de cuenta de tarjetas, tipos de cambio de la cuenta (GET y POST /v1/tipos-cambio; GET /v1/tipos-cambio/banco dice cómo va el Banco Central), timbre tipos-cambio cargar y TIMBRE_TIPOS_CAMBIO.',
      ),
      agregado(
        'openapi.json dice de qué operación es la unidad que gasta cada ruta (x-consume-cuota); los libros de compras y guías aceptan base, como el de ventas.',
      ),
      cambiado(
        'Lo que dijo el SII se llama en detalles de todo error codigo_sii y glosa (antes, en los de preguntas sin respuesta útil, sii_codigo y sii_glosa); causa y solucion de SII_REFUSED son null cuando de ese código no se sabe.',
      ),
      agregado(
        'Boletas de terceros (BTE): POST /v1/bte/emitir las emite en el sitio del SII con los montos de su borrador (/previsualizar), una sola vez aunque se pierda la respuesta, y sólo si las páginas son de la empresa; sin Idempotency-Key, una solicitud igual en todo a una en curso se une a ella; lista, PDF propio, la página del SII, anulación por las causas de su formulario (409 si ya hay una en curso por otra causa), lectura del mes (/v1/bte/:periodo/sync, y programada con bte), tasa de retención por fecha y resumen. Libro de honorarios en /v1/libros/honorarios/:periodo y en el ZIP del mes, y fila bte en las retenciones del F29. Pantalla Honorarios. Eventos bte.emitida, bte.anulada y bte.fallida.',
      ),
      agregado(
        'Clientes: `/v1/clientes` con búsqueda sin tildes por RUT, nombre, giro y correo, historial, eliminar y restaurar, CSV de ida y vuelta (`POST /v1/clientes/importar`, también desde el registro de ventas, nombrando los meses que no se han traído, o desde lo emitido), sus documentos y, en los planes que lo incluyen, cuánto se facturó a cada uno. Al emitir, un `receptor` con `rut` y sin `razon_social`, o con `cliente_id`, toma del cliente lo que le falta y la advertencia `RECEIVER_FROM_CUSTOMER` dice qué.',
      ),
      corregido(
        'GET /v1/dte/acuse/pendientes, el aviso acuse.por_vencer y GET /v1/resumen cuentan también los documentos que llegaron por correo y el registro de compras aún no trae: rcv_id y periodo son null en ellos, recibido_id los nombra y plazo_estimado dice si su plazo se cuenta desde el correo.',
      ),
      {
        tipo: 'Corregido',
        texto:
          'Archivos que pasaron por una planilla: en el registro, los tipos de cambio, los estados de cuenta y el lote del panel las fechas y horas se leen como las planillas las escriben (13-8-2024 9:05, a. m., año primero, número de día), y la dudosa se dice; el registro se lee también con otros separadores, en UTF-16, con líneas en blanco, cabecera repetida y separador de miles, y la notación científica se rehúsa con su línea. Un XLSX, ODS, XLS, PDF, ZIP, HTML o XML en lugar de un CSV se dice por su nombre.',
      },
      {
        tipo: 'Corregido',
        texto:
          'Una página HTML del SII en lugar de una respuesta se lee por sus palabras: un rechazo («la empresa no está autorizada») detiene el envío con lo que dijo el SII y no se repite; mantención, cortafuegos, fila de espera y captcha se reintentan y se dice cuál es. Fallas del simulador: empresa_no_autorizada, pagina_despues_de_guardar, y firewall y mantencion en todos los servicios.',
      },
      {
        tipo: 'Corregido',
        texto:
          'Un descuento o recargo en una línea con monto y sin precio actúa sobre ese monto. Un número con más decimales de los que admite su campo se rehúsa una sola vez, con el valor redondeado. Un tipo de cambio anterior a un día hábil se advierte (OLD_EXCHANGE_RATE).',
      },
    ],
  },
]

/** The version of this program, `0.1.0`. */
export const VERSION = CAMBIOS[0]!.version.slice(1)
