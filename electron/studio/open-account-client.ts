import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { requireKeyCharacters } from '../accounts/api-key.ts'
import { parseBaseUrl } from '../service/base-url.ts'
import { openServiceClient } from '../service/open-service-client.ts'
import type { ServiceClient } from '../tasks/ports.ts'
import type { ConnectionOptions } from './studio-options.ts'
import type { StudioParts } from './studio-parts.ts'

/** Opens a REST client for an account. @throws UserFacingError if the base URL or the API key is invalid. */
export function openAccountClient(
  { http, options }: Pick<StudioParts, 'http' | 'options'>,
  connection: ConnectionOptions
): { baseUrl: string; apiKey: string; client: ServiceClient } {
  const read = parseBaseUrl(connection.baseUrl)
  if (!read.ok) throw new UserFacingError(read.sentence, { field: 'baseUrl' })
  const apiKey = connection.apiKey.trim()
  requireKeyCharacters(apiKey)
  return {
    baseUrl: read.baseUrl,
    apiKey,
    client: openServiceClient({ baseUrl: read.baseUrl, apiKey, http, deadlineScale: options.deadlineScale ?? 1 })
  }
}
