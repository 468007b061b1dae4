import tls from 'node:tls'

/**
 * Gives a function that makes this process trust what the operating system trusts, besides the bundled authorities: a company's network often
 * has one of its own. Holds for connections made later, works once, and takes a tenth of a second: called before the first encrypted
 * connection, and not at the start. Where it fails the bundled authorities stay.
 */
export function createSystemTrust(onError: (error: unknown) => void): () => void {
  let isDone = false

  return () => {
    if (isDone) return
    isDone = true
    try {
      tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])])
    } catch (error) {
      onError(error)
    }
  }
}
