import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The API key of the practice account in every fixture. It isn't valid anywhere else. */
export const fixtureKey = 'practice_key-of-the-fixtures'

/** Folder where fixtures are created. A fixture's journal refers to files under this path. */
export const fixtureBuildFolder = '/tmp/kiln-fixture'

/** Content of a fixture, as recorded by `make-fixture.ts`. */
export type FixtureFacts = {
  readonly commit: string
  readonly hasDesk: boolean
  readonly tasks: {
    readonly id: string
    readonly phase: string
    readonly idempotencyKey: string
    /** Final phase after the current version of Kiln has finished the task. */
    readonly goesOn: string
  }[]
}

export type Fixture = { readonly name: string; readonly folder: string; readonly facts: FixtureFacts }

/** Returns the fixtures of earlier Kiln versions, oldest first. */
export function fixtures(): readonly Fixture[] {
  const folder = join(import.meta.dirname, 'fixtures')
  return readdirSync(folder)
    .toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .map((name) => ({
      name,
      folder: join(folder, name),
      facts: JSON.parse(readFileSync(join(folder, name, 'facts.json'), 'utf8')) as FixtureFacts
    }))
}
