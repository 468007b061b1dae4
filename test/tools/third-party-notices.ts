import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ShippedPackage } from './shipped-packages.ts'

/**
 * Returns the text of the third-party notices. It contains each package's licence, and explains how the LGPL rights for libvips are
 * preserved.
 */
export async function thirdPartyNotices(packages: readonly ShippedPackage[]): Promise<string> {
  const notices = await Promise.all(packages.map(licenceTextOf))
  const sections = [...new Set(notices)].toSorted()
  return [...(packages.some(({ name }) => isLibvips(name)) ? [aboutLibvips] : []), ...sections].join(`\n${'-'.repeat(100)}\n\n`)
}

/** True for sharp's packages that contain libvips. On Windows and Linux, sharp's own package contains it. */
function isLibvips(name: string): boolean {
  return /^@img\/sharp-(libvips-|win32-|wasm32$)/.test(name)
}

const aboutLibvips = `libvips, and the libraries it is built with
Licence: LGPL-3.0-or-later and others, as its README lists them

Kiln draws thumbnails with sharp, which loads libvips as a shared library, and on Linux as a WebAssembly module. That library isn't part of Kiln's own code. It is included unchanged,
as published, in resources/app.asar.unpacked/node_modules/@img, outside the sealed archive. You may replace it with
your own build that has the same interface. Its source, its build scripts and the list of its contents with their licences are at
https://github.com/lovell/sharp-libvips, in the version listed below.
`

async function licenceTextOf({ name, version, license, folder }: ShippedPackage): Promise<string> {
  const files = (await readdir(folder)).toSorted()
  const found = files.find((candidate) => /^(licen[cs]e|copying)/i.test(candidate))
  // The READMEs of sharp's libvips packages list their contents and licences.
  const file = found ?? (isLibvips(name) ? files.find((candidate) => /^readme/i.test(candidate)) : undefined)
  const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8')
  const source = license === 'MPL-2.0' ? `Its source, which Kiln has not changed: https://www.npmjs.com/package/${name}/v/${version}\n` : ''
  return `${name} ${version}\nLicence: ${license ?? 'see below'}\n${source}\n${text.trim()}\n`
}
