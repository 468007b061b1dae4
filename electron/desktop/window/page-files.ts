import { readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

export type PageFile = { readonly path: string; readonly contentType: string; readonly isHashed: boolean }

const contentTypes: { readonly [ending: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8'
}

/**
 * Returns the page's files by URL path, such as `/` and `/assets/index-1a2b.js`. Only these paths are served, so no URL can reach a file
 * outside the folder.
 */
export async function listPageFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, PageFile>()
  for (const entry of entries) {
    const contentType = contentTypes[extname(entry.name)]
    if (!entry.isFile() || contentType === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const address = `/${relative(folder, path).split(sep).join('/')}`
    files.set(address === '/index.html' ? '/' : address, { path, contentType, isHashed: address.startsWith('/assets/') })
  }
  return files
}
