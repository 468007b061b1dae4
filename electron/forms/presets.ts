import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { SavedForm } from '../../shared/form/workspace.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import { parseSavedForm } from './parse-saved-form.ts'

/** Form values saved under a name, for one capability. `capability`, `name` and `form` are also keys of exported files. */
export type Preset = {
  readonly id: string
  readonly capability: string
  readonly name: string
  readonly form: SavedForm
  /** Milliseconds since 1970. */
  readonly changedAt: number
}

/** Stores presets. Names are case-insensitive and unique within a capability. */
export type PresetStore = {
  /** Returns a capability's presets, newest first. If `capability` is null, returns the presets of all capabilities. */
  readonly list: (capability: string | null) => readonly Preset[]
  readonly find: (id: string) => Preset | null
  readonly named: (capability: string, name: string) => Preset | null
  /** Creates a preset, or overwrites the one with this name. @throws UserFacingError if a new preset would exceed the limit of 5,000. */
  readonly save: (capability: string, name: string, form: SavedForm) => Preset
  /** Returns false and changes nothing if another preset has the name. */
  readonly rename: (id: string, name: string) => boolean
  /** Removes a preset. It can be restored until Kiln is reopened. */
  readonly remove: (id: string) => void
  /** Restores a removed preset. If its name is now in use, adds a number to the name. Null if the preset no longer exists. */
  readonly restore: (id: string) => Preset | null
}

const mostPresets = 5_000

export function createPresetStore(database: DatabaseSync, now: () => number): PresetStore {
  database.exec('DELETE FROM presets WHERE removed_at IS NOT NULL')
  const columns = 'id, capability, name, form, changed_at AS changedAt'
  const select = database.prepare(`SELECT ${columns} FROM presets WHERE removed_at IS NULL AND capability = coalesce(?, capability)
    ORDER BY changed_at DESC, rowid DESC`)
  const selectOne = database.prepare(`SELECT ${columns} FROM presets WHERE id = ?`)
  const count = database.prepare('SELECT count(*) AS number FROM presets WHERE removed_at IS NULL')
  const insert = database.prepare('INSERT INTO presets (id, capability, name, form, changed_at) VALUES (?, ?, ?, ?, ?)')
  const update = database.prepare('UPDATE presets SET name = ?, form = ?, changed_at = ? WHERE id = ?')
  const updateName = database.prepare('UPDATE presets SET name = ? WHERE id = ?')
  const mark = database.prepare('UPDATE presets SET removed_at = ? WHERE id = ?')

  const list: PresetStore['list'] = (capability) => select.all(capability).flatMap(presetOf)
  const find: PresetStore['find'] = (id) => {
    const row = selectOne.get(id)
    return row === undefined ? null : (presetOf(row)[0] ?? null)
  }
  const named: PresetStore['named'] = (capability, name) => list(capability).find((preset) => isSameName(preset.name, name)) ?? null

  return {
    list,
    find,
    named,
    save: (capability, name, form) => {
      const before = named(capability, name)
      if (before === null && Number(count.get()?.['number']) >= mostPresets)
        throw new UserFacingError(say('There are too many presets.'), { advice: say('Delete presets that you no longer use.') })
      const preset: Preset = { id: before?.id ?? randomUUID(), capability, name, form, changedAt: now() }
      if (before === null) insert.run(preset.id, capability, name, JSON.stringify(form), preset.changedAt)
      else update.run(name, JSON.stringify(form), preset.changedAt, preset.id)
      return preset
    },
    rename: (id, name) => {
      const preset = find(id)
      if (preset === null) return true
      const other = named(preset.capability, name)
      if (other !== null && other.id !== id) return false
      updateName.run(name, id)
      return true
    },
    remove: (id) => {
      mark.run(now(), id)
    },
    restore: (id) => {
      const preset = find(id)
      if (preset === null) return null
      const name = uniquePresetName(preset.name, (candidate) => {
        const other = named(preset.capability, candidate)
        return other === null || other.id === id
      })
      mark.run(null, id)
      updateName.run(name, id)
      return { ...preset, name }
    }
  }
}

/** Returns the name, or the name with the lowest number that makes it unique. */
export function uniquePresetName(name: string, isFree: (name: string) => boolean): string {
  let candidate = name
  for (let turn = 2; !isFree(candidate); turn += 1) candidate = `${name} (${turn})`
  return candidate
}

function isSameName(one: string, other: string): boolean {
  return one.toLocaleLowerCase() === other.toLocaleLowerCase()
}

/** Returns a list with the row's preset. The list is empty if the row can't be read. Such a row is kept for a newer version of Kiln. */
function presetOf(row: Record<string, unknown>): readonly Preset[] {
  const form = parseSavedForm(row['form'])
  if (form === null) return []
  const { id, capability, name, changedAt } = row
  return [{ id: String(id), capability: String(capability), name: String(name), form, changedAt: Number(changedAt) }]
}
