// Companies: made, changed, taken into production, deleted and restored (dashboard §5, §11; http §17).

import { expect, test } from 'bun:test'
import { EMPRESA, OTRA } from './stage'
import { breakRoute, failureSaid, lector, onStage, stage, useStage } from './suite'

const ADDRESS = `/app/${EMPRESA.rut}/empresas`
const ODD = 'Tres <script>alert(1)</script> & Hijos'

useStage({ lector: true })

const idOf = async (rut: string): Promise<string> => {
  const { data } = await stage.api<{ data: { id: string; rut: string }[] }>('GET', '/v1/empresa?limite=100')
  return data.find((one) => one.rut === rut)?.id ?? ''
}

test('another one is made; what is missing or wrong stands at its field', () =>
  stage.visit(async ({ page, axe, keys, narrow }) => {
    await page.goto(ADDRESS)
    await page.getByRole('rowheader', { name: OTRA.razon_social }).waitFor()
    await axe()
    await page.getByRole('button', { name: 'Crear una empresa' }).click()
    const form = page.getByRole('dialog', { name: 'Crear una empresa' })
    await keys('Enter')
    await form.getByText('Falta este dato').first().waitFor()
    // All at once: RUT, name, giro, activities, street and comuna.
    expect(await form.getByText('Falta este dato').count()).toBe(6)
    await page.keyboard.type('78.111.222-')
    await keys('Tab')
    await form.getByText('No es un RUT').waitFor()
    await form.getByLabel('RUT', { exact: true }).fill('78111222-4')
    await form.getByLabel('Razón social').fill(ODD)
    await form.getByLabel('Giro').fill('Panadería')
    await form.getByLabel('Actividades').fill('x')
    await form.getByLabel('Dirección').fill('Uno 2')
    await form.getByLabel('Comuna').fill('ñuño')
    await form.getByRole('option', { name: 'Ñuñoa' }).waitFor()
    await axe()
    await keys('ArrowDown Enter')
    await keys('Enter')
    await form.locator('[aria-invalid]').first().waitFor()
    expect(await form.getByLabel('Actividades').getAttribute('aria-invalid')).toBe('true')
    await axe()
    await form.getByLabel('Actividades').fill('107100')
    await form.getByRole('button', { name: 'Crear la empresa' }).click()
    await page.getByRole('heading', { level: 1, name: ODD }).waitFor()
    await axe()
    await narrow()
    await axe()
  }))

test('a new one is filled with what is known of its RUT, but for what was typed', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(ADDRESS)
    await page.getByRole('button', { name: 'Crear una empresa' }).click()
    const form = page.getByRole('dialog', { name: 'Crear una empresa' })
    const fill = form.getByRole('button', { name: 'Completar lo vacío' })
    expect(await fill.isDisabled()).toBe(true)
    await form.getByLabel('RUT', { exact: true }).fill('90000012-K')
    await form.getByLabel('Giro').fill('Venta de acero')
    await fill.click()
    await form.getByText('inventa los nombres').waitFor()
    expect((await form.getByLabel('Razón social').inputValue()).length).toBeGreaterThan(3)
    expect(await form.getByLabel('Giro').inputValue()).toBe('Venta de acero')
    await axe()
  }))

test('what changes is sent and shown in the shell; the server says what it cannot take', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(`${ADDRESS}/${await idOf(EMPRESA.rut)}`)
    await page.getByText('Nada ha cambiado').waitFor()
    await page.getByLabel('Razón social').fill('Ferretería Nueva & Cía')
    await page.getByLabel('Correo (opcional)').fill('no es correo')
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    const mail = page.getByLabel('Correo (opcional)')
    await page.waitForFunction((box) => box === document.activeElement, await mail.elementHandle())
    await axe()
    await mail.fill('hola@ejemplo.cl')
    // In `simulacion` the simulator's post office takes copies; elsewhere this server has no mail.
    await page.getByLabel('Ambiente').selectOption('certificacion')
    await page.getByLabel('Copia al receptor').selectOption('al_emitir')
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await page.getByText('Este servidor no envía correo').first().waitFor()
    await page.getByLabel('Ambiente').selectOption('simulacion')
    await page.getByLabel('Copia al receptor').selectOption('no')
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await page.getByText('Los datos de la empresa se guardaron').waitFor()
    await page.getByRole('button', { name: 'Ferretería Nueva & Cía' }).waitFor()
  }))

test('what is typed while the rest is being saved stays, to be saved too', () =>
  stage.visit(async ({ page }) => {
    await page.goto(`${ADDRESS}/${await idOf(EMPRESA.rut)}`)
    await page.getByText('Nada ha cambiado').waitFor()
    const held = Promise.withResolvers<void>()
    await page.route(/\/v1\/empresa\//, async (route) => {
      if (route.request().method() === 'PUT') await held.promise
      await route.continue()
    })
    await page.getByLabel('Correo (opcional)').fill('ventas@ejemplo.cl')
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await page.getByLabel('Dirección').fill('Camino Real 77')
    held.resolve()
    await page.getByText('Los datos de la empresa se guardaron').waitFor()
    expect(await page.getByLabel('Dirección').inputValue()).toBe('Camino Real 77')
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await page.getByText('Nada ha cambiado').waitFor()
    const { data } = await stage.api<{ data: { email: string; direccion: string } }>(
      'GET',
      `/v1/empresa/${await idOf(EMPRESA.rut)}`,
    )
    expect([data.email, data.direccion]).toEqual(['ventas@ejemplo.cl', 'Camino Real 77'])
  }))

test('into production only after its RUT was typed, and with a resolution', async () => {
  const id = await idOf(OTRA.rut)
  await stage.visit(async ({ page, axe, keys }) => {
    await page.goto(`/app/${OTRA.rut}/empresas/${id}`)
    await page.getByLabel('Ambiente').selectOption('produccion')
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pasar a producción' })
    await dialog.waitFor()
    await axe()
    await page.keyboard.type('76.543.210-3')
    await keys('Enter')
    await dialog.getByText('No es el RUT de esta empresa').waitFor()
    await dialog.getByRole('textbox').fill('77.123.456-9')
    await keys('Enter')
    await page.getByText('resolucion es obligatoria').first().waitFor()
    await axe()
    await page.getByLabel('Número de la resolución').fill('80')
    await page.getByLabel('Fecha de la resolución').fill('2014-08-22')
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await dialog.getByRole('textbox').fill('771234569')
    await keys('Enter')
    await page.getByText('PRODUCCIÓN', { exact: true }).first().waitFor()
    await axe()
    const { data } = await stage.api<{ data: { ambiente: string } }>('GET', `/v1/empresa/${id}`)
    expect(data.ambiente).toBe('produccion')
  })
})

test('out of production only after being told what it means', async () => {
  const id = await idOf(OTRA.rut)
  const now = async (): Promise<string> =>
    (await stage.api<{ data: { ambiente: string } }>('GET', `/v1/empresa/${id}`)).data.ambiente
  await stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(`/app/${OTRA.rut}/empresas/${id}`)
    await page.getByLabel('Ambiente').selectOption('simulacion')
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pasar de producción a simulación' })
    await dialog.getByText('nada de lo que').waitFor()
    await dialog.getByText('Lo ya emitido en producción se conserva').waitFor()
    await axe()
    await narrow()
    await dialog.getByRole('button', { name: 'Volver' }).click()
    expect(await now()).toBe('produccion')
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await dialog.getByRole('button', { name: 'Pasar a simulación' }).click()
    await page.getByText('Nada llega al SII').first().waitFor()
    expect(await now()).toBe('simulacion')
  })
})

test('what each needs stands beside it in words, leads there, and those that need something are seen alone', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    const ferreteria = await idOf(EMPRESA.rut)
    const otra = await idOf(OTRA.rut)
    await page.route('**/v1/resumen?empresas=true', async (route) => {
      const answer = await (await route.fetch()).json()
      for (const empresa of answer.data.empresas)
        empresa.atencion =
          empresa.id === otra
            ? [
                {
                  asunto: 'certificado',
                  estado: 'vencido',
                  valido_hasta: '2026-11-01T12:00:00Z',
                  dias_restantes: -21,
                  enlace: '/v1/x',
                },
                { asunto: 'trabajos_detenidos', cantidad: 2, enlace: '/v1/x' },
              ]
            : []
      await route.fulfill({ json: answer })
    })
    await page.goto(ADDRESS)
    const row = page.getByRole('row').filter({ hasText: OTRA.razon_social })
    // The most urgent matter hides no other.
    await row.getByText('2 emisiones detenidas').waitFor()
    await axe()
    await narrow()
    await row.getByText('El certificado digital venció el 01-11-2026').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Requieren atención' }).click()
    await page.getByRole('table', { name: 'Empresas encontradas' }).waitFor()
    expect(await page.getByRole('rowheader').count()).toBe(1)
    expect(await page.locator(`a[href$="/empresas/${ferreteria}"]`).count()).toBe(0)
    await row.getByRole('link', { name: 'El certificado digital venció' }).click()
    await page.waitForURL(`**/app/${OTRA.rut}/certificado`)
  }))

test('one is deleted, is among the deleted, and comes back', async () => {
  const id = await idOf('78111222-4')
  await stage.visit(async ({ page, axe }) => {
    await page.goto(`${ADDRESS}/${id}`)
    await page.getByRole('button', { name: 'Eliminar la empresa' }).click()
    await page.getByRole('dialog').getByText('sus llaves se revocan').waitFor()
    await axe()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar la empresa' }).click()
    await page.getByRole('heading', { level: 1, name: 'Empresas' }).waitFor()
    await page.getByRole('button', { name: 'Eliminadas' }).click()
    await page.getByRole('button', { name: `Restaurar ${ODD}` }).click()
    await page.getByText('Ninguna empresa eliminada').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Ver las que están en uso' }).click()
    await page.getByRole('rowheader', { name: ODD }).waitFor()
    await page.goto(`${ADDRESS}/emp_no_hay`)
    await page.getByText('Esa empresa no existe').waitFor()
    await page.getByRole('link', { name: 'Ir a Empresas' }).click()
    await page.getByRole('rowheader', { name: ODD }).waitFor()
  })
})

test('who may only read sees the data and no button', async () => {
  const id = await idOf(EMPRESA.rut)
  await stage.visit(
    async ({ page, axe }) => {
      await page.goto(ADDRESS)
      await page.getByRole('link', { name: 'Ferretería' }).waitFor()
      expect(await page.getByRole('link', { name: OTRA.razon_social }).count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Crear una empresa' }).count()).toBe(0)
      await page.goto(`${ADDRESS}/${id}`)
      await page.getByText(EMPRESA.giro).waitFor()
      expect(await page.getByRole('button', { name: 'Guardar los cambios' }).count()).toBe(0)
      await axe()
    },
    { as: lector },
  )
})

test('a plan that admits no more says so with the way to another, and what was typed stays', async () => {
  await onStage({ env: { TIMBRE_DEFAULT_PLAN: 'Emprendedor' } }, async (small) => {
    await small.visit(async ({ page, axe }) => {
      await page.goto(ADDRESS)
      await page.getByRole('button', { name: 'Crear una empresa' }).click()
      const form = page.getByRole('dialog', { name: 'Crear una empresa' })
      await form.getByLabel('RUT', { exact: true }).fill('78111222-4')
      await form.getByLabel('Razón social').fill('La tercera')
      await form.getByLabel('Giro').fill('Panadería')
      await form.getByLabel('Actividades').fill('107100')
      await form.getByLabel('Dirección').fill('Uno 2')
      await form.getByLabel('Comuna').fill('Ñuñoa')
      await form.getByRole('button', { name: 'Crear la empresa' }).click()
      await form.getByText('Límite del plan').waitFor()
      await form.getByRole('link', { name: 'Ver los planes' }).waitFor()
      expect(await form.getByLabel('Razón social').inputValue()).toBe('La tercera')
      await axe()
    })
  })
}, 60_000)

test('what the server cannot list says so, and can be asked for again', () =>
  stage.visit(async ({ page, axe }) => {
    const mend = await breakRoute(page, '**/v1/empresa?**')
    await page.goto(ADDRESS)
    await failureSaid(page)
    await axe()
    await mend()
    await page.getByRole('rowheader', { name: OTRA.razon_social }).waitFor()
  }))

const MANY = ['76000001-9', '76000002-7', '76000003-5', '76000004-3', '76000005-1', '76000006-K']

test('among many one is found by part of its name or RUT, and gone to', async () => {
  for (const [n, rut] of MANY.entries())
    await stage.api('POST', '/v1/empresa', { ...OTRA, rut, razon_social: `Panadería número ${n + 1}` })
  await stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(ADDRESS)
    await page.getByText('Está en ella').waitFor()
    await axe()
    const search = page.getByRole('searchbox', { name: 'Buscar' })
    await search.fill('no hay')
    await page.getByText('Ninguna empresa suya se llama así').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Ver todas' }).click()
    await search.fill('76.000.003')
    await page.getByRole('table', { name: 'Empresas encontradas' }).waitFor()
    await axe()
    await narrow()
    await search.fill('panaderia 5')
    await page.getByRole('link', { name: /^Ir a ella.*Panadería número 5$/ }).click()
    await page.getByRole('button', { name: 'Panadería número 5' }).waitFor()
  })
})
