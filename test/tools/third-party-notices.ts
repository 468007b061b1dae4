import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ShippedPackage } from './shipped-packages.ts'

/**
 * The text of the notices that travel with the app: each package with the licence file that it came with, and how the rights that come with
 * libvips under the LGPL are kept.
 */
export async function thirdPartyNotices(packages: readonly ShippedPackage[]): Promise<string> {
  const notices = await Promise.all(packages.map(noticeOf))
  const sections = [...new Set(notices)].toSorted()
  return [...(packages.some(({ name }) => isLibvips(name)) ? [aboutLibvips] : []), ...sections].join(`\n${'-'.repeat(100)}\n\n`)
}

/** The packages of sharp that hold libvips. On Windows it is within sharp's own. */
function isLibvips(name: string): boolean {
  return /^@img\/sharp-(libvips-|win32-)/.test(name)
}

const aboutLibvips = `libvips, and the libraries that it is built with
Licence: LGPL-3.0-or-later and others, as its README lists them

Kiln draws thumbnails with sharp, which loads libvips as a shared library. That library is not part of Kiln's own code: it lies unchanged,
as its makers publish it, under resources/app.asar.unpacked/node_modules/@img, outside the archive that is sealed. You may replace it by a
build of your own with the same interface. Its source, the way it is built and the list of what is in it with every licence are at
https://github.com/lovell/sharp-libvips, in the version that is named below.
`

async function noticeOf({ name, version, license, folder }: ShippedPackage): Promise<string> {
  const files = (await readdir(folder)).toSorted()
  const found = files.find((candidate) => /^(licen[cs]e|copying)/i.test(candidate))
  // sharp's packages of libvips say in their README what is in them and under which licence.
  const file = found ?? (isLibvips(name) ? files.find((candidate) => /^readme/i.test(candidate)) : undefined)
  const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8')
  const source = license === 'MPL-2.0' ? `Its source, which Kiln has not changed: https://www.npmjs.com/package/${name}/v/${version}\n` : ''
  return `${name} ${version}\nLicence: ${license ?? 'see below'}\n${source}\n${text.trim()}\n`
}
