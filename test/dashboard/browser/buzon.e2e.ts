// The mailbox: set up in one click or at a server, tried, read, switched off by a refused password and on again, and what came of each
// message (areas/recibidos/buzon §1, §2; dashboard §10).

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { latin1, mail, recibidoPor } from '../../support/archivos-recibidos'
import { openImapServer, type ServidorImap } from '../../support/imap'
import { countClicks, createPerson } from './people'
import { EMPRESA, formReady, OTRA, openStage, type Person, type Stage } from './stage'

const AT = `/app/${EMPRESA.rut}/buzon`
const SECRET = 'clave equivocada 7'
const dir = mkdtempSync(join(tmpdir(), 'timbre-buzon-'))

let stage: Stage
let imap: ServidorImap
let lector: Person
let contador: Person

beforeAll(async () => {
  const [cert, key] = [join(dir, 'cert.pem'), join(dir, 'key.pem')]
  Bun.spawnSync([
    ...['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
  ])
  imap = await openImapServer({ tls: { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') } })
  stage = await openStage({ env: { NODE_EXTRA_CA_CERTS: cert } })
  lector = await createPerson(stage, 'lector')
  contador = await createPerson(stage, 'contador')
}, 60_000)
afterAll(async () => {
  await stage.close()
  await imap.close()
  rmSync(dir, { recursive: true, force: true })
})

const factura = (folio: number, rut = EMPRESA.rut): Buffer =>
  latin1(
    recibidoPor(rut)
      .toString('latin1')
      .replace(/<Folio>\d+</, `<Folio>${folio}<`),
  )
const letter = (id: string, nombre: string, bytes: Buffer): Buffer =>
  latin1(mail([{ nombre, bytes }]).toString('latin1').replace('<m1@', `<${id}@`))
/** One of each outcome: with a document, with a picture alone, for somebody else, and the first once more. */
const LETTERS = [
  letter('a', 'factura.xml', factura(1)),
  letter('b', 'foto.png', Buffer.from([137, 80])),
  letter('c', 'ajena.xml', factura(2, OTRA.rut)),
  letter('d', 'otra-vez.xml', factura(1)),
]

/** Puts letters into the simulator's box of the company, as its owner. */
const deliver = (page: Page, letters: readonly Buffer[]): Promise<number[]> =>
  page.evaluate(
    async ([para, bodies]) => {
      const statuses: number[] = []
      for (const body of bodies) {
        const bytes = Uint8Array.from(atob(body), (one) => one.charCodeAt(0))
        const answer = await fetch(`/simulador/correo?para=${para}`, {
          method: 'POST',
          headers: { 'content-type': 'message/rfc822' },
          body: bytes,
        })
        statuses.push(answer.status)
      }
      return statuses
    },
    [`${EMPRESA.rut.toLowerCase()}@simulador.invalid`, letters.map((one) => one.toString('base64'))] as const,
  )

const open = async (page: Page): Promise<void> => {
  await page.goto(AT)
  await page.getByRole('heading', { level: 1, name: 'Buzón de correo' }).waitFor()
}
const box = (page: Page) => page.getByRole('region', { name: 'La casilla' })
const rows = (page: Page) =>
  page.getByRole('table', { name: 'Mensajes leídos, el último primero' }).getByRole('row')

/** As a person types it; from an empty form. */
async function fill(page: Page, clave: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Servidor').fill('localhost')
  await dialog.getByLabel('Puerto').fill(String(imap.puerto))
  await dialog.getByLabel('Usuario').fill(imap.usuario)
  await dialog.getByLabel('Clave').fill(clave)
}

test('without one it says what it is for, and who may set it up', async () => {
  await stage.visit(
    async ({ page }) => {
      await open(page)
      await page.getByText('Lo configura un propietario o administrador').waitFor()
      await page.getByRole('button', { name: 'Leer ahora' }).click()
      await page.getByText('La empresa no tiene un buzón').waitFor()
    },
    { as: contador },
  )
  await stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(`/app/${EMPRESA.rut}/recibidos`)
    await page.getByRole('link', { name: 'Buzón de correo', exact: true }).click()
    await page.getByText('La empresa no tiene un buzón').waitFor()
    await page.getByText('Aún no se lee ningún mensaje').waitFor()
    expect(await page.getByRole('button', { name: 'Leer ahora' }).count()).toBe(0)
    await axe()
    await narrow()
    await axe()
  })
})

test('the simulated box is one click away, and every message of it tells what came of it', () =>
  stage.visit(async ({ page, context, axe, narrow }) => {
    await open(page)
    expect(await deliver(page, LETTERS)).toEqual([201, 201, 201, 201])
    const clicks = await countClicks(context)
    await page.getByRole('button', { name: 'Usar la casilla simulada' }).click()
    await box(page).getByText('Leyendo cada 10 minutos').waitFor()
    await page.getByRole('button', { name: 'Leer ahora' }).click()
    await page.getByText('Se leyeron 4 mensajes').waitFor()
    expect(clicks()).toBe(2)
    await page
      .getByText('1 documento nuevo; 1 documento ya se tenía; de 2 mensajes no se tomó nada.')
      .waitFor()
    await page.getByText('4 mensajes', { exact: true }).waitFor()
    expect(await rows(page).nth(1).textContent()).toContain('1 documento que ya se tenía')
    expect(await rows(page).nth(2).textContent()).toContain('1 documento para otro receptor')
    expect(await rows(page).nth(3).textContent()).toMatch(/Ignorado.*foto\.png: No es un XML/)
    await axe()
    await narrow()
    await axe()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Probar el ingreso' }).click()
    await page.getByText('Hay 4 mensajes. La prueba no lee ninguno.').waitFor()
    await page.getByRole('link', { name: 'Factura N° 1' }).click()
    await page.getByRole('heading', { level: 1, name: 'Factura N° 1' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Leer ahora' }).click()
    await page.getByText('No había mensajes nuevos').waitFor()
  }))

test('what was read is found by what came of it, in the address', () =>
  stage.visit(
    async ({ page, axe }) => {
      await page.goto(`${AT}?resultado=nada`)
      await page.getByText('4 mensajes', { exact: true }).waitFor()
      expect(new URL(page.url()).search).toBe('')
      await page.getByLabel('Qué pasó').selectOption('otro_rut')
      await page.getByText('1 mensaje', { exact: true }).waitFor()
      expect(new URL(page.url()).search).toBe('?resultado=otro_rut')
      await page.getByLabel('Qué pasó').selectOption('respuestas')
      await page.getByText('Ningún mensaje así').waitFor()
      await axe()
      await page.getByRole('button', { name: 'Ver todos' }).click()
      await page.getByText('4 mensajes', { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: 'Leer ahora' }).count()).toBe(0)
      expect(await box(page).count()).toBe(0)
    },
    { as: lector },
  ))

test('a box at a server is set by keys, every fault beside its field, and nothing that was typed is lost', () =>
  stage.visit(async ({ page, axe, narrow, keys }) => {
    await open(page)
    await box(page).getByRole('button', { name: 'Quitar el buzón' }).click()
    await page.getByRole('dialog').getByText('los documentos que trajo siguen aquí').waitFor()
    await axe()
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar el buzón' }).click()
    await page.getByText('La empresa no tiene un buzón').waitFor()
    await page.getByText('4 mensajes', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Configurar una casilla' }).focus()
    await keys('Enter')
    await formReady(page)
    const dialog = page.getByRole('dialog', { name: 'Configurar el buzón' })
    await dialog.getByLabel('Puerto').fill('99x')
    await dialog.getByLabel('Los mensajes leídos').selectOption('mover')
    await keys('Tab Enter')
    for (const said of ['el nombre del servidor', 'el usuario', 'la clave', 'la carpeta a la que van'])
      await dialog.getByText(`Escriba ${said}`).waitFor()
    await dialog.getByText('Debe ser un número de 1 a 65535').waitFor()
    await axe()
    await narrow()
    await axe()
    await page.setViewportSize({ width: 1280, height: 800 })

    // A fault that only the server knows stands beside its field too.
    await fill(page, SECRET)
    await dialog.getByLabel('Servidor').fill('https://localhost/x')
    await dialog.getByLabel('Carpeta de los leídos').fill('INBOX')
    await keys('Enter')
    await dialog.getByText('Debe ser el nombre de un servidor').waitFor()
    await dialog.getByText('Debe ser otra carpeta que la que se lee').waitFor()
    expect(await dialog.getByLabel('Clave').inputValue()).toBe(SECRET)
    await axe()
    await dialog.getByLabel('Servidor').fill('localhost')
    await dialog.getByLabel('Los mensajes leídos').selectOption('nada')
    await dialog.getByLabel('Usuario').focus()
    await keys('Enter')
    await dialog.waitFor({ state: 'detached' })
    await box(page).getByText(`${imap.usuario} en localhost, puerto ${imap.puerto}`).waitFor()
    const kept = await page.evaluate(
      () => document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage }),
    )
    expect(kept).not.toContain(SECRET)
  }))

test('a refused password is one try: it is off since then, says what to do, and goes on with the right one', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await open(page)
    const before = imap.logins()
    await page.getByRole('button', { name: 'Probar el ingreso' }).click()
    await page
      .getByRole('alert')
      .getByText(/no admitió el usuario o la clave/)
      .waitFor()
    await box(page).getByText('Apagado: clave rehusada').waitFor()
    await box(page).getByText('Una clave rehusada no se prueba otra vez').waitFor()
    expect(imap.logins() - before).toBe(1)
    expect(await page.getByRole('button', { name: /^(Probar|Leer)/ }).count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('La casilla')
    await axe()
    await narrow()
    await axe()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.reload()
    await box(page).getByText('Apagado desde el').waitFor()

    await page.getByRole('button', { name: 'Corregir el usuario o la clave' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar el buzón' })
    expect(await dialog.getByLabel('Clave').inputValue()).toBe('')
    // Another server does not get the password of this one.
    await dialog.getByLabel('Servidor').fill('imap.example.cl')
    await page.keyboard.press('Enter')
    await dialog.getByText('Con otro servidor o usuario escriba la clave otra vez').waitFor()
    await fill(page, imap.clave)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    imap.put(letter('e', 'nueva.xml', factura(9)))
    await page.getByRole('button', { name: 'Probar el ingreso' }).click()
    await page.getByText('Hay 1 mensaje en INBOX').waitFor()
    await page.getByRole('button', { name: 'Leer ahora' }).click()
    await page.getByText('Se leyó 1 mensaje').waitFor()
    await page.getByRole('link', { name: 'Factura N° 9' }).waitFor()
  }))

test('a server that does not answer is told in its words, by a try and by a reading, and stays on', () =>
  stage.visit(async ({ page, axe }) => {
    imap.maldad = (orden) => (/LOGIN|AUTHENTICATE/i.test(orden) ? 'corta' : undefined)
    await open(page)
    await page.getByRole('button', { name: 'Probar el ingreso' }).click()
    await page.getByRole('alert').getByText('El servidor de correo cortó la conexión').first().waitFor()
    await page.getByRole('button', { name: 'Leer ahora' }).click()
    await page.getByText(/Se detuvo$/).waitFor()
    await box(page).getByText('La última lectura falló').waitFor()
    await axe()
    imap.maldad = null
    await page.getByRole('button', { name: 'Reintentar: Lectura del buzón' }).click()
    await page.getByText('No había mensajes nuevos').waitFor()
    await box(page).getByText('Leyendo cada 10 minutos').waitFor()
  }))

test('that it went off is told on any other page, with the way to it', () =>
  stage.visit(async ({ page }) => {
    const { data } = await stage.api<{ data: { empresa_activa: { id: string } } }>('GET', '/auth/me')
    const at = `/v1/empresa/${data.empresa_activa.id}/buzon`
    const live = page.waitForResponse((answer) => answer.url().includes('/v1/events/stream'))
    await page.goto(`/app/${EMPRESA.rut}/recibidos`)
    await live
    // Saved after the stream is there: a reading by the schedule may be the one that is refused first.
    const where = { host: 'localhost', puerto: imap.puerto, seguridad: 'tls', usuario: imap.usuario }
    await stage.api('PUT', at, { tipo: 'imap', ...where, clave: SECRET })
    expect(await stage.api('POST', `${at}/probar`).catch((fault) => String(fault))).toContain('MAILBOX_ERROR')
    await page.getByText('El buzón se apagó').waitFor()
    await page.getByRole('link', { name: 'Ver el buzón' }).click()
    await box(page).getByText('Apagado: clave rehusada').waitFor()
  }))
