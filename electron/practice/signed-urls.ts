import { createHmac, timingSafeEqual } from 'node:crypto'

/** Creates and checks signed URLs on the storage origin. The signature covers the method, the path and the expiry time. */
export type SignedUrls = {
  /** Returns a signed URL. `expiresAt` is in milliseconds since 1970. */
  readonly make: (method: 'GET' | 'PUT', path: string, expiresAt: number) => string
  readonly check: (method: 'GET' | 'PUT', url: URL, now: number) => 'good' | 'expired' | 'forged'
}

/**
 * Creates the functions that sign and check URLs. `origin` is called for each new URL, because the port isn't known until the storage
 * server listens.
 */
export function createSignedUrls(secret: string, origin: () => string): SignedUrls {
  const sign = (method: string, path: string, expires: string): string =>
    createHmac('sha256', secret).update(`${method} ${path} ${expires}`).digest('hex').slice(0, 40)
  return {
    make: (method, path, expiresAt) =>
      `${origin()}${path}?expires=${Math.floor(expiresAt)}&signature=${sign(method, path, String(Math.floor(expiresAt)))}`,
    check: (method, url, now) => {
      const expires = url.searchParams.get('expires') ?? ''
      const given = Buffer.from(url.searchParams.get('signature') ?? '')
      const due = Buffer.from(sign(method, url.pathname, expires))
      if (given.length !== due.length || !timingSafeEqual(given, due)) return 'forged'
      return Number(expires) > now ? 'good' : 'expired'
    }
  }
}
