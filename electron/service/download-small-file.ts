import { headerOf, isLoopbackHost } from './http-client.ts'
import type { HttpClient } from './http-client.ts'

export type SmallFile = { readonly bytes: Buffer; readonly contentType: string }

const mostBytes = 32 * 1024 * 1024
const mostRedirects = 3
const responseTimeoutInMs = 30_000

/** Downloads a file without sending the API key. Resolves to null if the download fails, or if the response has another medium. */
export async function downloadSmallFile(http: HttpClient, address: string, medium: 'image' | 'audio'): Promise<SmallFile | null> {
  let url = address
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    if (!isAllowed(url)) return null
    const { origin, pathname, search } = new URL(url)
    const chunks: Buffer[] = []
    let size = 0
    let contentType: string | null = null
    const end = await http.receive(
      {
        step: 'download',
        method: 'GET',
        origin,
        path: pathname + search,
        headers: { accept: `${medium}/*`, 'accept-encoding': 'identity' },
        responseTimeoutInMs
      },
      ({ status, headers }) => {
        const type = headerOf(headers, 'content-type')?.split(';')[0]?.trim() ?? ''
        if (status !== 200 || !type.startsWith(`${medium}/`)) return null
        contentType = type
        return (chunk) => {
          size += chunk.length
          if (size > mostBytes) return Promise.reject(new Error('too-large'))
          chunks.push(Buffer.from(chunk))
          return null
        }
      }
    )
    if (!end.ok) return null
    if (contentType !== null) return { bytes: Buffer.concat(chunks), contentType }
    const location = headerOf(end.response.headers, 'location')
    if (location === null || !URL.canParse(location, url)) return null
    url = new URL(location, url).href
  }
  return null
}

function isAllowed(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
}
