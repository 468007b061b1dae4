import tls from 'node:tls'

export type SystemTrust = {
  /** Called before each encrypted connection: at the first it takes in what the system trusts, which takes a tenth of a second. */
  readonly beforeConnecting: () => void
  /** What a person trusts for Kiln has changed: holds for connections made from now on. */
  readonly ownChanged: () => void
}

/**
 * Makes this process trust what the operating system trusts, besides the bundled authorities: a company's network often has one of its own; and
 * what a person has named themselves. Where it fails the bundled authorities stay.
 */
export function createSystemTrust(parts: {
  /** In PEM, one by one. */
  readonly own: () => readonly string[]
  readonly onError: (error: unknown) => void
}): SystemTrust {
  const { own, onError } = parts
  let others: readonly string[] | null = null
  let isAsked = false

  function apply(): void {
    isAsked = true
    try {
      others ??= [...tls.getCACertificates('default'), ...tls.getCACertificates('system')]
      tls.setDefaultCACertificates([...new Set([...others, ...own()])])
    } catch (error) {
      onError(error)
    }
  }

  return {
    beforeConnecting: () => {
      if (!isAsked) apply()
    },
    ownChanged: () => {
      if (isAsked) apply()
    }
  }
}
