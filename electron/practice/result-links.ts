import { createHmac, timingSafeEqual } from 'node:crypto'

/** Addresses on the storage origin that prove themselves: what they name and until when. */
export type Links = {
  /** `expiresAt` in milliseconds since 1970. */
  readonly make: (method: 'GET' | 'PUT', path: string, expiresAt: number) => string
  readonly check: (method: 'GET' | 'PUT', url: URL, now: number) => 'good' | 'expired' | 'forged'
}

/** `origin` is asked each time: the port may have changed since a link was made. */
export function createLinks(secret: string, origin: () => string): Links {
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
