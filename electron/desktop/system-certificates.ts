import tls from 'node:tls'

/**
 * Trusts what the operating system trusts, besides the bundled authorities: a company's network often has one of its own. Holds for
 * connections made later. Where it fails the bundled authorities stay.
 */
export function trustSystemCertificates(onError: (error: unknown) => void): void {
  try {
    tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])])
  } catch (error) {
    onError(error)
  }
}
