import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { parseApiKey } from '../accounts/api-key.ts'
import type { ServiceConnection, ServiceCredentials } from '../accounts/ports.ts'
import { parseBaseUrl } from '../service/base-url.ts'
import { openToolClient } from '../service/mcp/open-tool-client.ts'
import { openServiceClient } from '../service/open-service-client.ts'
import { backoffInMs } from '../tasks/machine/poll-schedule.ts'
import type { StudioParts } from './studio-parts.ts'

export type ServiceDependencies = Pick<StudioParts, 'clock' | 'http' | 'options' | 'timeScale'>

/** Maximum delay between attempts to reach a missing MCP endpoint. The service may have enabled the endpoint since the last attempt. */
const longestPauseOfToolsInMs = 10 * 60_000

/**
 * Parses a base URL and an API key, and opens the clients that use them. Sends nothing. No other function parses them.
 * @throws UserFacingError with the field to fix.
 */
export function openServiceConnection(
  { clock, http, options, timeScale }: ServiceDependencies,
  credentials: ServiceCredentials
): ServiceConnection {
  const parsed = parseBaseUrl(credentials.baseUrl)
  if (!parsed.ok) throw new UserFacingError(parsed.sentence, { field: 'baseUrl' })
  const { baseUrl } = parsed
  const apiKey = parseApiKey(credentials.apiKey)
  return {
    baseUrl,
    apiKey,
    client: openServiceClient({ baseUrl, apiKey, http, deadlineScale: options.deadlineScale ?? 1 }),
    tools: openToolClient({
      baseUrl,
      apiKey,
      http,
      clock,
      pauseInMs: (failures) => backoffInMs(failures, Math.random(), longestPauseOfToolsInMs) * timeScale
    })
  }
}
