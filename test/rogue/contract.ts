import type { RogueResponse } from './http-response.ts'
import { rogueJsonResponse, rogueHtmlResponse } from './http-response.ts'
import type { DocumentsPersonality } from './personality.ts'
import { textCapabilityId } from './service-state.ts'
import { rogueTaskCredits } from './tasks.ts'

type Fields = { readonly [name: string]: { readonly [word: string]: unknown } }
type CapabilityEntry = {
  readonly id: string
  readonly title: string
  readonly category: string
  readonly output: string
  readonly required: readonly string[]
  readonly fields: Fields
}

const address = { type: 'string', format: 'uri' }
const prompt = { type: 'string', minLength: 1, maxLength: 800 }
const counts = { type: 'string', enum: ['1', '2', '3', '4', '5', '6'], default: '1' }
const pictures = { imageUrl: address, imageUrls: { type: 'array', items: address, minItems: 1, maxItems: 3 } }

/** The capabilities of spec sections 1.7, 2.5 and 2.6, and one with text output. */
const capabilities: readonly CapabilityEntry[] = [
  {
    id: 'imgmodel-image-generator',
    title: 'Image generator',
    category: 'image',
    output: 'image',
    required: ['prompt'],
    fields: { prompt, ...pictures, negativePrompt: { type: 'string', maxLength: 500 }, imageNum: counts }
  },
  {
    id: 'imgmodel-3-0-image-generator',
    title: 'Image generator 3.0',
    category: 'image',
    output: 'image',
    required: ['prompt'],
    fields: {
      prompt: { ...prompt, maxLength: 3000 },
      ...pictures,
      imageNum: counts,
      seed: { type: 'number', minimum: 0, maximum: 2147483647 }
    }
  },
  {
    id: 'face-swap',
    title: 'Face swap',
    category: 'face swap',
    output: 'image',
    required: ['targetImageUrl', 'referenceFaceImageUrl'],
    fields: { targetImageUrl: address, referenceFaceImageUrl: address }
  },
  {
    id: 'video-face-swap',
    title: 'Video face swap',
    category: 'face swap',
    output: 'video',
    required: ['targetVideoUrl', 'referenceFaceImageUrl'],
    fields: { targetVideoUrl: address, referenceFaceImageUrl: address }
  },
  {
    id: 'video-upscaler',
    title: 'Video upscaler',
    category: 'video',
    output: 'video',
    required: ['videoURL'],
    fields: { videoURL: address }
  },
  { id: textCapabilityId, title: 'Transcriber', category: 'audio', output: 'text', required: ['prompt'], fields: { prompt } }
]

export function isOffered(capability: string): boolean {
  return capabilities.some(({ id }) => id === capability)
}

export function catalogResponse({ catalog, price }: DocumentsPersonality): RogueResponse {
  const entries = capabilities.map((entry) => ({
    id: entry.id,
    name: entry.title,
    category: entry.category,
    outputType: entry.output,
    resultField: 'imageUrl',
    ...(price === 'unsaid' ? {} : { credits: rogueTaskCredits(entry.id, 1, {}) * (price === 'true' ? 1 : 2) }),
    inputSchema: schemaOf(entry)
  }))
  switch (catalog) {
    case 'list':
      return rogueJsonResponse(200, { success: true, capabilities: entries })
    case 'data-list':
      return rogueJsonResponse(200, { success: true, data: { items: entries, total: entries.length } })
    case 'map':
      return rogueJsonResponse(200, { success: true, capabilities: Object.fromEntries(entries.map(({ id, ...entry }) => [id, entry])) })
    case 'by-category': {
      const groups = Map.groupBy(entries, ({ category }) => category)
      return rogueJsonResponse(200, {
        success: true,
        data: [...groups].map(([category, members]) => ({ category, capabilities: members }))
      })
    }
    case 'missing':
    case 'broken':
    case 'page':
      return absentDocument(catalog)
  }
}

export function openapiResponse({ openapi }: DocumentsPersonality): RogueResponse {
  if (openapi === 'missing' || openapi === 'broken' || openapi === 'page') return absentDocument(openapi)
  const isReferred = openapi === 'references'
  const paths = capabilities.flatMap((entry) => {
    const schema = isReferred ? { $ref: `#/components/schemas/${entry.id}` } : schemaOf(entry)
    return [
      [`/api/v1/${entry.id}/submit`, operation(entry, schema)],
      [`/api/v1/${entry.id}/query`, operation(entry, { type: 'object', properties: { taskId: { type: 'string' } }, required: ['taskId'] })]
    ] as const
  })
  const schemas = Object.fromEntries(capabilities.map((entry) => [entry.id, schemaOf(entry)]))
  return rogueJsonResponse(200, {
    openapi: '3.1.0',
    info: { title: 'Media generation', version: '7' },
    paths: Object.fromEntries(paths),
    ...(isReferred ? { components: { schemas } } : {})
  })
}

function operation({ title, category }: CapabilityEntry, schema: unknown): unknown {
  return {
    post: {
      summary: title,
      tags: [category],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { 200: { description: 'Accepted or answered' } }
    }
  }
}

function schemaOf({ fields, required }: CapabilityEntry): unknown {
  return { type: 'object', properties: fields, required }
}

function absentDocument(kind: 'missing' | 'broken' | 'page'): RogueResponse {
  if (kind === 'page') return rogueHtmlResponse(200)
  const status = kind === 'missing' ? 404 : 500
  return rogueJsonResponse(status, { success: false, error: 'not available', message: 'not available' })
}
