import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import tls from 'node:tls'
import { describe, expect, it } from 'vitest'
import { createSystemTrust } from '../../../electron/network/system-certificates.ts'

/** Returns fingerprints, which identify certificates regardless of their encoding. */
function fingerprints(certificates: readonly string[]): Set<string> {
  return new Set(certificates.map((certificate) => new X509Certificate(certificate).fingerprint256))
}

describe('trusted certificates', () => {
  it.runIf(process.platform === 'linux')('include the system’s own in addition to the existing ones', async () => {
    const path = join(import.meta.dirname, 'company-authority.pem')
    // On Linux, Node reads the system's certificate authorities from this file. Node reads the file only once, on first use.
    process.env['SSL_CERT_FILE'] = path
    const [own = ''] = fingerprints([await readFile(path, 'utf8')])
    const before = fingerprints(tls.getCACertificates('default'))
    expect(before).not.toContain(own)

    const errors: unknown[] = []
    createSystemTrust({ own: () => [], onError: (error) => errors.push(error) }).beforeConnecting()
    const after = fingerprints(tls.getCACertificates('default'))
    expect(after).toContain(own)
    expect([...before].filter((certificate) => !after.has(certificate))).toEqual([])
    expect(errors).toEqual([])
  })
})
