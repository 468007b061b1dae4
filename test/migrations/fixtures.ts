import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The key of the practice account in every fixture; it opens nothing else. */
export const fixtureKey = 'practice_key-of-the-fixtures'

/** Where fixtures are made: the journal of a fixture names files under it. */
export const fixturePlace = '/tmp/kiln-fixture'

/** What a fixture holds, written down by the Kiln that made it. */
export type FixtureFacts = {
  readonly commit: string
  readonly hasDesk: boolean
  readonly tasks: {
    readonly id: string
    readonly phase: string
    readonly idempotencyKey: string
    /** Where it comes to once a Kiln of today has followed it. */
    readonly goesOn: string
  }[]
}

export type Fixture = { readonly name: string; readonly folder: string; readonly facts: FixtureFacts }

/** Folders of earlier Kilns, oldest first. */
export function fixtures(): readonly Fixture[] {
  const folder = join(import.meta.dirname, 'fixtures')
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({
      name,
      folder: join(folder, name),
      facts: JSON.parse(readFileSync(join(folder, name, 'facts.json'), 'utf8')) as FixtureFacts
    }))
}
