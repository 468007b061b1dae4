import { open } from 'node:fs/promises'
import type { Medium } from '../../shared/json-schema.ts'
import type { MediaFacts } from '../../shared/media-facts.ts'

export type ResultKind = {
  readonly medium: Medium
  readonly ending: string
  readonly contentType: string
  readonly width: number | null
  readonly height: number | null
}

/** Endings of 3D models that are text or that no magic bytes tell apart, with their content types. */
const modelTypes: Readonly<Record<string, string>> = {
  gltf: 'model/gltf+json',
  obj: 'model/obj',
  mtl: 'model/mtl',
  ply: 'model/ply',
  dae: 'model/vnd.collada+xml',
  usda: 'model/vnd.usda',
  usdz: 'model/vnd.usdz+zip',
  usdc: 'model/vnd.usd',
  stl: 'model/stl',
  '3ds': 'application/x-3ds'
}

export type Origin = {
  readonly facts: MediaFacts
  /** First bytes of the file. */
  readonly start: Buffer
  readonly declaredType: string | null
  readonly url: string
  readonly expectedMedium: Medium
}

/**
 * What a downloaded file is. Its bytes rule; where they tell nothing, the declared type and the ending of its address do. Null: it is no result but a
 * page or a message with a friendly status. Bytes of an unknown kind are kept, and so is odd text that storage calls media: they were paid for.
 */
export function resultKind({ facts, start, declaredType, url, expectedMedium }: Origin): ResultKind | null {
  if (facts.medium !== null && facts.format !== null) {
    return { medium: facts.medium, ending: facts.format, contentType: facts.contentType, width: facts.width, height: facts.height }
  }
  const type = declaredType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = /\.([a-z0-9]{1,5})$/i.exec(URL.canParse(url) ? new URL(url).pathname : '')?.[1]?.toLowerCase() ?? ''
  const plain = { width: null, height: null }
  const text = textAtStart(start)
  if (text !== null && /^(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*|<!doctype svg[^>]*>\s*)*<svg[\s>]/i.test(text)) {
    return { medium: 'image', ending: 'svg', contentType: 'image/svg+xml', ...plain }
  }
  const modelEnding = Object.keys(modelTypes).find((known) => known === ending || modelTypes[known] === type)
  const isPage = text !== null && /^(?:<!doctype html|<html|<head|<body)/i.test(text)
  if (expectedMedium === 'model' && modelEnding !== undefined && !isPage) {
    return { medium: 'model', ending: modelEnding, contentType: modelTypes[modelEnding] as string, ...plain }
  }
  const isMessage = text !== null && (/^[<{[]/.test(text) || !isMediaType(type))
  if (isMessage) return null
  return {
    medium: expectedMedium,
    ending: type.startsWith(`${expectedMedium}/`) && ending !== '' ? ending : 'bin',
    contentType: type.startsWith(`${expectedMedium}/`) ? type : 'application/octet-stream',
    ...plain
  }
}

function isMediaType(type: string): boolean {
  return /^(?:image|video|audio|model)\//.test(type) || type === 'application/octet-stream'
}

/** The start of a file as text, trimmed; null when it is not text. */
function textAtStart(start: Buffer): string | null {
  if (start.includes(0)) return null
  const text = new TextDecoder('utf-8').decode(start)
  const broken = [...text.slice(0, -4)].filter((character) => character === '\ufffd').length
  return broken > 0 ? null : text.trim()
}

export async function readStart(path: string): Promise<Buffer> {
  await using file = await open(path, 'r')
  const buffer = Buffer.alloc(1_024)
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
  return buffer.subarray(0, bytesRead)
}
