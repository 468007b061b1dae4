import type Electron from 'electron'
import { NotImplementedError } from '../not-implemented.ts'
import { isWebScheme } from '../page/page-addresses.ts'

type Built = Pick<Electron.Protocol, 'handle' | 'unhandle' | 'isProtocolHandled' | 'registerSchemesAsPrivileged'>
export type ProtocolHandler = (request: Request) => Response | Promise<Response>

/**
 * The `protocol` module, with the app's own schemes. All schemes must be registered as standard, because only standard schemes have an
 * origin.
 */
export class StandInProtocol implements Built {
  private readonly isAppReady: () => boolean
  private readonly privileges = new Map<string, Electron.Privileges>()
  private readonly handlers = new Map<string, ProtocolHandler>()

  constructor(isAppReady: () => boolean) {
    this.isAppReady = isAppReady
  }

  registerSchemesAsPrivileged(schemes: readonly Electron.CustomScheme[]): void {
    if (this.isAppReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    this.privileges.clear()
    for (const { scheme, privileges } of schemes) this.privileges.set(scheme, privileges ?? {})
  }

  handle(scheme: string, handler: ProtocolHandler): void {
    if (!this.isAppReady()) throw new Error('Session can only be received when app is ready')
    if (isWebScheme(scheme) || !this.privileges.get(scheme)?.standard)
      throw new NotImplementedError(`protocol.handle for ${scheme}, which isn’t a registered standard scheme,`)
    if (this.handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    this.handlers.set(scheme, handler)
  }

  unhandle(scheme: string): void {
    if (!this.handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`)
  }

  isProtocolHandled(scheme: string): boolean {
    return this.handlers.has(scheme)
  }

  handlerOf(scheme: string): ProtocolHandler | null {
    return this.handlers.get(scheme) ?? null
  }
}
