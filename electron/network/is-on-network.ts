import { networkInterfaces } from 'node:os'

/** True if this computer has a network address that isn't a loopback address. */
export function isOnNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal))
}
