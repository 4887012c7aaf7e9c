// The simulator's authority: the CA that issues its certificates and the key that signs its CAFs (IDK 900). Constant, so
// that what one simulator hands out is good at every other.
//
// PUBLIC TEST KEYS. They stand in the source on purpose, protect nothing and are worth nothing: the SII knows neither,
// and Timbre accepts IDK 900 in `simulacion` alone.

import { createPrivateKey, type KeyObject } from 'node:crypto'

export { CA_CERTIFICATE } from '../xml/autoridad-simulador'

/** Private key of the CA, PKCS#8. */
export const CA_PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDbIFbyExlmTXnV
WzSJppvjlj3c4CGCqdbEtok3+fY7CruePEA0ZJ01JNrezh4WZCugJ42Mvb25hd6D
mY0JadgOAOnFPC/Gs2U3NDcYJebNid+NCc4XBSmrb+VMuOeJxUOt7jMPljL8BJrS
JakPgQvE1pCv2UQB4u2BGYjAnhBf4xad2tk/OWzRPaoqXbrBQXCAg6t3wN48kc+G
0T6ulFKXQA94noYIY4twhCbL8pMDjOVAwU+Q1J+FYZStyHZ19CfqUP02jhWOmPDO
8QR7YnLB+n9Ujrq2w/tjdedzmlqlITMhECrIvSjeoplg+bbmcFxzdPaJtmvTqwpX
XJiT7XdLAgMBAAECggEAC0yuHxqMB0H8g9uJqIV+aWyAcSjfoYDHkepFxiyuHVpO
1XiO6QS9NJXbcXzYgVgWBdK0UmsgYvY7xLaA1tjt6r7yTxjs78aldATNyIF/1t6C
uB+m0HoULYJ+JQgt7GVPOaNcX7PjmipUn3yQrLt/U12rJV5DSwOcMrmR2zjraD5R
qLLy0BXlqLdg8pa1gzTvnAiwapPIwJXMT1RIcQOBSkTsacqAhPUjaRhtlqbjgRDB
rOCpKBgI8zL9y/W40omOVsMH7UGI+tUVXQz2R97auDCN3cRB46VJSTLHmMQhG2ZZ
ht8fp1Wa5+NjNOBea2TmlpaXnNADN9VLB5jjVMNAFQKBgQDwhWD5KMypLltrwugD
zLs86BwlGtzBC5Dsf9mCTxKFq7bgKhtlmDGW3Se6srXzxCAPhm7eD7PIVXOecUqz
nkm6dA0aAvW9vqrV25mGxoYMewoYj3iy2CT2GXPauZIa8A3G4U0kU2Pt8YJKSbs6
9KOWOj5sZhXqA+jblmdtSLSkNQKBgQDpOnrlpxfUN5RvattTpvWRt9GBCkUDJJ1I
S+TadikccAu6QWA4TYb1M6l8HSPDkuIA0eSaIB1j/YWT1vIhgujkvtgnz2EttG2A
3Ph5cHKbTKM1A9/IBNyv4ZSa8gho85LXYcM2cyHWjpEh9g87KFqoMGmK52VEgL/h
82BJR54dfwKBgQC5K4Zv7Fg8O6NIgGKNYlYYWv4oFtkzigsF+JvlNakl3gBJ7kDv
Y09yPUsz8hgg1rJ0IWRDc8VOi3Ma3U/MnyVV9biMeRDmBt+RC6LT3w0emK86H2Km
Fb/G8+t8zfdM49lHbvcr60N40cEkHkWV6vfyVV7vp1xhsKbaP53axenErQKBgQDk
4Ejeuf1+exSlyl12WDBBUfy8/5D+Jp5a5m+tm6t4htRbcfC1EA/S7WHztLz2Hly/
pTsLrVxqVc8SaCuxi0B1ynthhfe93IRho3gL5Lfzg1/elPC032CbEWq+K6rpI68E
wqHJ+25Hmhz/EPOdgFqHFwtcDvyoHxku6aGiCDA4jQKBgA62+x1cq4aHP75dvZ8V
qqQzZl2P37ntd/5+C8CIPxnLxYMaGgHEjMqo6qC7gczS8WtwKiFd/pJ/zruahfQU
+9c8TVurcsAlsMlVHBapNOam6mh0kD5kZFnlLSMuJgNzKCJ3uPp4I6Cumq02E6D9
6l3exr7Oqv7khNI2I+JDskUR
-----END PRIVATE KEY-----
`

/** Which authority key signed a CAF of the simulator: never 100 or 300, which are the SII's (xml §4.3). */
export const IDK = 900

const CAF_PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIIBUwIBADANBgkqhkiG9w0BAQEFAASCAT0wggE5AgEAAkEA4RNYH74UVT7CvGxT
AS1ihwKoYjPAPppkPFW0khwFiYBaqOLZh6z2btg33BrbxWr0Lhk1DSlLtwmXH4jT
CIKytwIDAQABAkBPSA4ZmE33PRVBY/LVDlSPdBs2BD6qjp3SNupVMTOuG/QYKLOX
6UcGg7BzFYYEuV5gte6Y10bXfBmR22SH+lfRAiEA+WHGPrlVXOX87tIJhVEe3GUX
BqteC4TfderAO7aJzbkCIQDnDHCQ0ZfDlo4i6pLwYlx+Oon0/yHrGSAPVJmAQAI7
7wIgaX/Yiz6Cg1t0hl/q0TCBOsG1XQfwMDVVB6B5FInjgFkCICUfiI6cPog8joXp
rsZU54uYmEX3IFoH5XDRJQDISBOdAiAxKivvDCNVLVHoLnG68hOh8HnvAK4xtMFd
l/uLryZnIA==
-----END PRIVATE KEY-----
`

let cafKey: KeyObject | undefined

/** The 512-bit key behind IDK 900, parsed once. */
export function cafSigningKey(): KeyObject {
  cafKey ??= createPrivateKey(CAF_PRIVATE_KEY)
  return cafKey
}
