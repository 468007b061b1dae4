import type { ConnectionOptions, Studio } from '../../electron/studio.ts'

/** Opens and connects a service. Default account ID: `default`. @throws UserFacingError if the base URL or the key is invalid. */
export async function connectTo(
  studio: Pick<Studio, 'connect' | 'openService'>,
  { id = 'default', ...credentials }: ConnectionOptions
): Promise<void> {
  await studio.connect(id, studio.openService(credentials))
}
