import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const root = join(import.meta.dirname, '..', '..')

/** Returns the lines below a version's heading in CHANGELOG.md. @throws Error if the heading is missing or nothing follows it. */
export function changelogNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1)
  const own = sections.find((section) => section.split(/\s/, 1)[0] === version)
  const notes = own?.slice(own.indexOf('\n')).trim() ?? ''
  if (notes === '') throw new Error(`CHANGELOG.md has no notes for ${version}.`)
  return notes
}

/** Returns the release notes of the version in package.json. */
export async function releaseNotes(): Promise<string> {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  return changelogNotes(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version)
}

/** `node test/tools/release-notes.ts`: prints the release notes. */
if (import.meta.main) console.log(await releaseNotes())
