import tls from 'node:tls'

export type SystemTrust = {
  /** Call before each encrypted connection. The first call loads the system's trusted certificates, which takes about 100 ms. */
  readonly beforeConnecting: () => void
  /** Call after the user's own certificates have changed. The change applies to new connections. */
  readonly ownChanged: () => void
}

/**
 * Makes this process trust the system's certificate authorities and the user's own, besides the bundled ones. Company networks often have
 * their own CA. If loading fails, only the bundled CAs are trusted.
 */
export function createSystemTrust(parts: {
  /** Returns the user's own certificates as PEM text, one certificate per entry. */
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
