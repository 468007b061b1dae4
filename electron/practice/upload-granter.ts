import type { MediaRule } from '../../shared/form/json-schema.ts'
import { validationError } from './api-error.ts'
import type { CapabilityDefinition, SubmitBody } from './capabilities/definition.ts'
import { formatUploadCommand } from './format-upload-command.ts'
import { jsonSchemaErrors } from './json-schema-errors.ts'
import type { ValidationDetail } from './json-schema-errors.ts'
import { fieldMediaRules } from './media-rules.ts'
import type { LedgerStore } from './ledger-store.ts'
import { randomId } from './random-id.ts'
import type { SignedUrls } from './signed-urls.ts'
import { contentTypePrefixes, uploadPath } from './storage-paths.ts'
import { uploadRequestSchema } from './upload-request-schema.ts'

type UploadGrant = { readonly uploadCommand: string; readonly fileUrl: string; readonly expiresAt: string }

type UploadRequestBody = {
  readonly capability: string
  readonly parameter: string
  readonly fileName: string
  readonly contentType: string
  readonly fileSize: number
  readonly duration?: number
  readonly localPath?: string
}

/** Grants all uploads or none. `placeOf` returns the prefix for field names in validation errors of the request at `index`. */
export type UploadGranter = (requests: readonly SubmitBody[], placeOf: (index: number) => string) => Promise<readonly UploadGrant[]>

export function createUploadGranter(parts: {
  readonly ledgerStore: LedgerStore
  readonly signedUrls: SignedUrls
  readonly storageUrl: () => string
  readonly uploadLifetimeInMs: number
  readonly now: () => number
  readonly enabled: (capability: string | null) => CapabilityDefinition
}): UploadGranter {
  const { ledgerStore, signedUrls, now, enabled } = parts

  return async (requests, placeOf) => {
    const checked = requests.map(readUploadRequest)
    const details = checked.flatMap((request, index) =>
      'details' in request ? request.details.map((detail) => ({ ...detail, field: `${placeOf(index)}${detail.field}` })) : []
    )
    if (details.length > 0) throw validationError(details)
    const grants: UploadGrant[] = []
    for (const request of checked) if (!('details' in request)) grants.push(await grantUpload(request))
    return grants
  }

  function readUploadRequest(body: SubmitBody): UploadRequestBody | { readonly details: readonly ValidationDetail[] } {
    const details = jsonSchemaErrors(uploadRequestSchema, body)
    if (details.length > 0) return { details }
    const request = body as UploadRequestBody
    const mismatches = uploadProblems(enabled(request.capability), request)
    return mismatches.length > 0 ? { details: mismatches } : request
  }

  async function grantUpload(request: UploadRequestBody): Promise<UploadGrant> {
    const uploadId = randomId('upload')
    const expiresAt = now() + parts.uploadLifetimeInMs
    const { capability, parameter, fileName, contentType, fileSize } = request
    await ledgerStore.grantUpload({ uploadId, capability, parameter, fileName, contentType, fileSize, createdAt: now(), expiresAt })
    const path = uploadPath(uploadId, fileName)
    return {
      uploadCommand: formatUploadCommand(request.localPath ?? fileName, contentType, signedUrls.make('PUT', path, expiresAt)),
      fileUrl: `${parts.storageUrl()}${path}`,
      expiresAt: new Date(expiresAt).toISOString()
    }
  }
}

function uploadProblems(definition: CapabilityDefinition, request: UploadRequestBody): ValidationDetail[] {
  const rules = fieldMediaRules(definition.inputSchema, request.parameter)
  const judged = rules.map((rule) => fileProblems(rule, request))
  // A field may accept several kinds of media. The file must match one of them.
  return (
    judged.find((problems) => problems.length === 0) ??
    judged[0] ?? [{ field: 'parameter', message: `is not a media field of ${definition.id}` }]
  )
}

function fileProblems(rule: MediaRule, request: UploadRequestBody): ValidationDetail[] {
  return [
    ...(/[/\\\0\r\n]/.test(request.fileName) ? [{ field: 'fileName', message: 'must be a file name without a path' }] : []),
    ...(/^[\w.+-]+\/[\w.+-]+$/.test(request.contentType) && request.contentType.startsWith(contentTypePrefixes[rule.medium])
      ? []
      : [{ field: 'contentType', message: `must be a content type for ${rule.medium}` }]),
    ...(rule.maxBytes !== undefined && request.fileSize > rule.maxBytes
      ? [{ field: 'fileSize', message: `must be at most ${Math.floor(rule.maxBytes / 1024 / 1024)} MB` }]
      : []),
    ...(rule.maxDurationInSeconds !== undefined && (request.duration ?? 0) > rule.maxDurationInSeconds
      ? [{ field: 'duration', message: `must be at most ${rule.maxDurationInSeconds} seconds` }]
      : [])
  ]
}
