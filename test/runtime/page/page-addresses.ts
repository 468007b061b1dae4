/**
 * Chromium takes no new schemes from outside. So `app://kiln/x` is `https://kiln.app.invalid/x` in the page: a secure context with
 * an origin of its own, at a name that can never resolve. Main sees only the app's addresses.
 */
export function toPageAddress(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)(.*)$/i.exec(url)
  if (!match || isWebScheme(match[1] as string)) return url
  return `https://${match[2]}.${(match[1] as string).toLowerCase()}.invalid${match[3] || '/'}`
}

/** The other way; an address that is none of ours stays as it is. */
export function toAppAddress(url: string): string {
  const match = /^(blob:)?https:\/\/([^/?#]+)\.([a-z][a-z0-9+-]*)\.invalid(.*)$/i.exec(url)
  return match ? `${match[1] ?? ''}${match[3]}://${match[2]}${match[4]}` : url
}

/** Scheme of the app's own that a page address stands for; null for any other address. */
export function appScheme(pageAddress: string): string | null {
  const appAddress = toAppAddress(pageAddress)
  return appAddress === pageAddress || pageAddress.startsWith('blob:') ? null : (appAddress.split(':')[0] as string)
}

export function isWebScheme(scheme: string): boolean {
  return [
    'http',
    'https',
    'ws',
    'wss',
    'file',
    'about',
    'data',
    'blob',
    'javascript',
    'chrome',
    'devtools',
    'chrome-error',
    'view-source'
  ].includes(scheme.toLowerCase())
}

/** A policy's own schemes, as sources that Chromium can match: `media:` becomes `media: https://*.media.invalid`. `'self'` needs nothing. */
export function toPagePolicy(policy: string): string {
  return policy.replace(/(?<=[\s;])([a-z][a-z0-9+-]*):(\/\/[^\s;]*)?(?=[\s;]|$)/g, (source, scheme: string, host: string | undefined) => {
    if (isWebScheme(scheme)) return source
    return host === undefined ? `${source} https://*.${scheme}.invalid` : `${source} ${toPageAddress(source)}`
  })
}
