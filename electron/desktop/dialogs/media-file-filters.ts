import type { InputMedium, MediaRule } from '../../../shared/form/json-schema.ts'
import { say, word } from '../../../shared/i18n/say.ts'

type Filter = { name: string; extensions: string[] }

const names: { readonly [M in InputMedium]: string } = {
  image: word('Images'),
  video: word('Videos'),
  audio: word('Audio'),
  model: word('3D models')
}

/** Usual file extensions per medium, for rules without `formats`. */
const usualEndings: { readonly [M in InputMedium]: readonly string[] } = {
  image: ['png', 'jpg', 'jpeg', 'webp', 'bmp', 'gif', 'tif', 'tiff'],
  video: ['mp4', 'mov', 'm4v', 'webm', 'mkv', 'avi'],
  audio: ['mp3', 'wav', 'm4a', 'aac', 'flac', 'ogg'],
  model: ['glb', 'gltf', 'obj', 'fbx', 'stl', 'usdz']
}

const otherEndings: { readonly [ending: string]: readonly string[] } = { jpg: ['jpeg'], jpeg: ['jpg'], tiff: ['tif'], tif: ['tiff'] }

/**
 * Returns file dialog filters. The first has the extensions that the field accepts. They are in lower and upper case, because some systems
 * are case-sensitive. The last filter allows all files. If `rule` is null, only the last is returned.
 */
export function mediaFileFilters(rule: MediaRule | null): Filter[] {
  const everything: Filter = { name: say('All files'), extensions: ['*'] }
  if (rule === null) return [everything]
  const endings = (rule.formats ?? usualEndings[rule.medium]).flatMap((ending) => [ending, ...(otherEndings[ending] ?? [])])
  const extensions = [...new Set(endings.flatMap((ending) => [ending.toLowerCase(), ending.toUpperCase()]))]
  return [{ name: say(names[rule.medium]), extensions }, everything]
}
