import { networkInterfaces } from 'node:os'

/** Whether this computer has an address in any network but its own. */
export function isOnNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal))
}
