import type { Capability } from '../../../shared/form/capability.ts'
import type { MediaField } from '../../../shared/form/fields.ts'
import { modesOf, topLevelFieldName, withValueNamed } from '../../../shared/form/fields.ts'
import { problemsOfMedia } from '../../../shared/form/fields/check-media.ts'
import type { InputMedium } from '../../../shared/form/json-schema.ts'
import type { LocalMedia } from '../../../shared/form/media-facts.ts'
import type { MediaReference, Values } from '../../../shared/form/values.ts'
import { inputTargets } from '../../media/input-targets.ts'

/** A file whose medium is known. */
export type UsableFile = LocalMedia & { readonly facts: { readonly medium: InputMedium } }

type PlacedFiles = { readonly field: MediaField; readonly files: readonly UsableFile[] }

/**
 * Returns form values that contain all `files`, in the first fields that accept them. Null if the capability doesn't accept all of them
 * together. Several files of one medium go into a list field. Without one, they go into single fields in form order.
 */
export function valuesWithFiles(capability: Capability, files: readonly UsableFile[]): Values | null {
  const byMedium = Map.groupBy(files, ({ facts }) => facts.medium)
  const placed: PlacedFiles[] = []
  for (const own of byMedium.values()) {
    const places = placesOf(capability, own)
    if (places === null) return null
    placed.push(...places)
  }
  if (!areInOneMode(capability, placed)) return null
  return placed.every((one) => isAccepted(capability, one)) ? placed.reduce(withFiles, {}) : null
}

function placesOf(capability: Capability, files: readonly UsableFile[]): readonly PlacedFiles[] | null {
  const media = files.map(({ facts }) => facts.medium)
  const [whole] = inputTargets([capability], media)
  if (whole !== undefined) return [{ field: whole.field, files }]
  const singles = inputTargets([capability], media.slice(0, 1)).filter(({ field }) => !field.isMask && !field.isMany)
  if (singles.length < files.length) return null
  return files.flatMap((file, index) => {
    const target = singles[index]
    return target === undefined ? [] : [{ field: target.field, files: [file] }]
  })
}

/** True if one mode of the form shows all these fields. */
function areInOneMode(capability: Capability, placed: readonly PlacedFiles[]): boolean {
  const modes = modesOf(capability)
  const names = placed.map(({ field }) => topLevelFieldName(field.name))
  return modes.length === 0 || modes.some(({ fields }) => names.every((name) => fields.includes(name)))
}

/** True if the field accepts the files. Images aren't checked, because the form can convert or resize them. */
function isAccepted(capability: Capability, { field, files }: PlacedFiles): boolean {
  const others = files.filter(({ facts }) => facts.medium !== 'image')
  if (others.length === 0 || topLevelFieldName(field.name) !== field.name) return true
  const factsOf = new Map(others.map(({ draft, facts }) => [draft, facts]))
  const values = withFiles({}, { field, files: others })
  const lookUp = (reference: MediaReference) => ('draft' in reference ? (factsOf.get(reference.draft) ?? null) : null)
  return problemsOfMedia(capability, field, values, lookUp, false).every(({ code }) => code === 'too-few-media')
}

function withFiles(values: Values, { field, files }: PlacedFiles): Values {
  const references = files.map(({ draft }) => ({ draft }))
  const [first] = references
  return first === undefined ? values : withValueNamed(values, field.name, field.isMany ? references : first)
}
