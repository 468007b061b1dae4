import { X509Certificate } from 'node:crypto'
import tls from 'node:tls'
import { describe, expect, it } from 'vitest'
import { createSystemTrust } from '../../electron/desktop/system-certificates.ts'

/** What a certificate is, however it is written. */
function fingerprints(certificates: readonly string[]): Set<string> {
  return new Set(certificates.map((certificate) => new X509Certificate(certificate).fingerprint256))
}

describe('trust', () => {
  it('takes in what the system trusts, keeps what was trusted before, and fails nowhere', () => {
    const before = fingerprints(tls.getCACertificates('default'))
    const system = fingerprints(tls.getCACertificates('system'))
    const errors: unknown[] = []
    const trustSystem = createSystemTrust((error) => errors.push(error))
    trustSystem()
    const after = fingerprints(tls.getCACertificates('default'))
    expect([...before, ...system].filter((certificate) => !after.has(certificate))).toEqual([])
    expect(before.size).toBeGreaterThan(50)
    expect(errors).toEqual([])
  })
})
