// Flow as its documentation describes it, on a port of this machine: it believes no call that is not signed.

import { createHmac } from 'node:crypto'

export const FLOW_KEYS = { apiKey: 'clave-de-api', secretKey: 'clave-secreta' }

export interface FlowOrder {
  token: string
  flowOrder: number
  params: Record<string, string>
  status: 1 | 2 | 3 | 4
  amount: string
  currency: string
}

export function startFlow() {
  const orders: FlowOrder[] = []
  let down = false
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url)
      if (down) return new Response('<html>mantención</html>', { status: 503 })
      const form = request.method === 'POST' ? new URLSearchParams(await request.text()) : url.searchParams
      const { s, ...params } = Object.fromEntries(form)
      const text = Object.entries(params)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flat()
        .join('')
      const signature = createHmac('sha256', FLOW_KEYS.secretKey).update(text).digest('hex')
      if (params.apiKey !== FLOW_KEYS.apiKey || s !== signature)
        return Response.json({ code: 108, message: 'Invalid signature' }, { status: 401 })
      if (request.method === 'POST' && url.pathname === '/api/payment/create') {
        const order: FlowOrder = {
          token: `TOKEN${orders.length + 1}`,
          flowOrder: 8_765_400 + orders.length,
          params,
          status: 1,
          amount: params.amount!,
          currency: params.currency!,
        }
        orders.push(order)
        const { token, flowOrder } = order
        return Response.json({ url: 'https://pagos.example.cl/app/web/pay.php', token, flowOrder })
      }
      const order = orders.find(({ token }) => token === params.token)
      if (url.pathname !== '/api/payment/getStatus' || !order)
        return Response.json({ code: 105, message: 'No services available' }, { status: 400 })
      const { flowOrder, status, amount, currency } = order
      return Response.json({ flowOrder, commerceOrder: order.params.commerceOrder, status, amount, currency })
    },
  })
  return {
    url: `${server.url.origin}/api`,
    orders,
    setDown(value: boolean): void {
      down = value
    },
    stop: () => server.stop(true),
  }
}
