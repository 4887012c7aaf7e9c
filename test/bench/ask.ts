// One request to a server of the bench in the name of a company.

import type { Company } from './company'

/** The answer. Throws on a refusal. */
export async function ask(
  { url }: { url: string },
  { apiKey }: Company,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const answer = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** The result of a job. Throws when it stopped. */
export async function finished<T>(
  server: { url: string },
  company: Company,
  base: string,
  id: string,
): Promise<T> {
  for (;;) {
    const answer = await ask(server, company, 'GET', `${base}/trabajos/${id}`)
    const { data: job } = (await answer.json()) as { data: { estado: string; result: T } }
    if (job.estado === 'completed') return job.result
    if (job.estado !== 'pending' && job.estado !== 'processing') throw new Error(JSON.stringify(job))
    await Bun.sleep(50)
  }
}
