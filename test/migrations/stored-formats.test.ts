import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { workspaceMigrations as workspaceSteps } from '../../electron/forms/migrations.ts'
import { journalMigrations as journalSteps } from '../../electron/tasks/journal/migrations.ts'
import { storedTaskSchema } from '../../electron/tasks/journal/record-codec.ts'
import { indexVersion } from '../../electron/library/index/index-schema.ts'
import { sidecarSchema } from '../../electron/library/recipes/sidecar.ts'
import { batchSchema } from '../../shared/form/batch/batch.ts'
import { savedFormSchema } from '../../shared/form/workspace.ts'
import { recipeSchema } from '../../shared/library/recipe.ts'
import { fixtures } from './fixtures.ts'

/**
 * The schema of each stored format, with the first digits of its SHA-256. If a digest differs, the format has changed. Create a fixture
 * with the last commit of the previous format (`node test/migrations/make-fixture.ts <commit> <name>`). Check that `earlier-versions.test.ts`
 * passes. Then enter the new digest here.
 */
const shapes = {
  task: ['da39155197a0', storedTaskSchema],
  batch: ['00f3e3daf6a4', batchSchema],
  form: ['d8c8885cf41e', savedFormSchema],
  recipe: ['fc7426ec84f7', recipeSchema],
  sidecar: ['86fa91f6a0e0', sidecarSchema]
} as const

const howTo =
  'A stored format has changed. Create a fixture with the previous commit: node test/migrations/make-fixture.ts <commit> <name>. Then enter the new digest in test/migrations/stored-formats.test.ts.'

/** Returns all values of `user_version` that the database `fileName` has in the fixtures. */
function versionsOf(fileName: string): ReadonlySet<number> {
  const paths = fixtures().map(({ folder }) => join(folder, 'data', fileName))
  return new Set(paths.filter((path) => existsSync(path)).map((path) => readFileSync(path).readUInt32BE(60)))
}

const upTo = (version: number): readonly number[] => Array.from({ length: version }, (_, place) => place + 1)

describe('stored data', () => {
  it.each(Object.entries(shapes))('has a fixture: %s', (_name, [digest, schema]) => {
    const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
    expect(createHash('sha256').update(text).digest('hex').slice(0, 12), howTo).toBe(digest)
  })

  it.each([
    ['journal.db', journalSteps.length],
    ['desk.sqlite', workspaceSteps.length],
    ['library.sqlite', indexVersion]
  ])('has a fixture of every version of %s', (fileName, version) => {
    expect(
      [...versionsOf(fileName)].toSorted((one, other) => one - other),
      howTo
    ).toEqual(upTo(version))
  })

  it('has settings, connections and keys in every fixture', () => {
    for (const { folder } of fixtures()) {
      expect(readdirSync(join(folder, 'data'))).toContain('settings.json')
      const file = JSON.parse(readFileSync(join(folder, 'data', 'settings.json'), 'utf8')) as object
      expect(Object.keys(file)).toEqual(expect.arrayContaining(['settings', 'connections', 'keys']))
    }
  })
})
