import { networkInterfaces } from 'node:os'

/** True if this computer has an address other than loopback addresses. */
export function isOnNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal))
}
