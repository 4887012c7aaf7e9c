// An S3 service that nobody here wrote, in this process: it checks every signature, and a bucket is a folder.

import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type S3rver from '@20minutes/s3rver'

const BUCKET = 'respaldos'
const PREFIX = 'casa'
/** The only pair that it knows. */
const CREDENTIAL = 'S3RVER'

export interface S3 {
  /** `s3://bucket/prefix` of the copies. */
  place: string
  /** The variables of who keeps copies there. */
  env: Record<string, string>
  /** The files of the bucket that are copies, by name. */
  objects(): Map<string, string>
  stop(): Promise<void>
}

/** Starts it over the folder `dir`. */
export async function startS3(dir: string): Promise<S3> {
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as typeof S3rver
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: dir,
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = await server.run()
  const place = `s3://${BUCKET}/${PREFIX}`
  const end = '._S3rver_object'
  return {
    place,
    env: {
      TIMBRE_RESPALDO_S3_URL: `http://127.0.0.1:${port}`,
      TIMBRE_RESPALDO_S3_LLAVE: CREDENTIAL,
      TIMBRE_RESPALDO_S3_SECRETO: CREDENTIAL,
    },
    objects() {
      const files = readdirSync(join(dir, BUCKET), { recursive: true, encoding: 'utf8' })
      return new Map(
        files
          .filter((file) => file.endsWith(`.tar.age${end}`))
          .map((file) => [file.split('/').at(-1)!.slice(0, -end.length), join(dir, BUCKET, file)]),
      )
    },
    stop: () => server.close(),
  }
}
