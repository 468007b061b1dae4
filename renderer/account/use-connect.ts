import type { RefObject } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import type { ConnectFormErrors } from './connect-form-errors.ts'
import { noConnectFormErrors, connectFormErrors } from './connect-form-errors.ts'
import { sealSecret } from './seal-secret.ts'
import type { SecretInputHandle } from './secret-input.tsx'

export type ConnectState =
  | { readonly kind: 'idle' }
  /** Kiln is testing the base URL and key. The user can still cancel. */
  | { readonly kind: 'testing' }
  /** The key may not belong to the account that created the existing tasks. `tasks` is the number of these tasks. */
  | { readonly kind: 'asks-account'; readonly tasks: number }
  | { readonly kind: 'refused'; readonly errors: ConnectFormErrors }

/**
 * If `isKeyStored` is false, the API key is only kept until Kiln closes. `isClipboardCleared` is true if Kiln cleared the key from the
 * clipboard.
 */
export type ConnectResult = { readonly isKeyStored: boolean; readonly isClipboardCleared: boolean }

/** Tests and opens a connection. The API key is encrypted and sent to the main process. React state never contains it. */
export function useConnect(secret: RefObject<SecretInputHandle | null>, onConnected: (connected: ConnectResult) => void) {
  const [state, setState] = useState<ConnectState>({ kind: 'idle' })
  /** Number of the latest attempt. Earlier ones were cancelled, so their errors aren't shown. */
  const latest = useRef(0)
  const isTesting = state.kind === 'testing'

  /** Ends a pending test, and clears errors and questions. */
  function cancel(): void {
    latest.current += 1
    if (isTesting) void request('account.cancelConnect')
    setState((now) => (now.kind === 'idle' ? now : { kind: 'idle' }))
  }
  const cancelOnUnmount = useEffectEvent(() => {
    if (isTesting) void request('account.cancelConnect')
  })
  useEffect(() => () => cancelOnUnmount(), [])

  async function sealed(): Promise<Outcome<string>> {
    const publicKey = await request('account.sealingKey')
    if (!publicKey.ok) return publicKey
    return { ok: true, value: await sealSecret(secret.current?.read() ?? '', publicKey.value) }
  }

  /** True if the form is complete. Otherwise shows an error below each empty field. */
  function isFilled(baseUrl: string): boolean {
    const errors: ConnectFormErrors = {
      ...noConnectFormErrors,
      baseUrl: baseUrl.trim() === '' ? say('Enter the service’s address, such as https://api.example.com.') : null,
      apiKey: secret.current?.read().trim() === '' ? say('Paste the key from the developer console.') : null
    }
    if (errors.baseUrl === null && errors.apiKey === null) return true
    setState({ kind: 'refused', errors })
    return false
  }

  async function connect(baseUrl: string, acceptWeakStorage: boolean, account?: 'same' | 'other'): Promise<void> {
    if (isTesting || !isFilled(baseUrl)) return
    const attempt = (latest.current += 1)
    const isLatest = (): boolean => latest.current === attempt
    setState({ kind: 'testing' })
    const key = await sealed()
    if (!isLatest()) return
    const outcome = key.ok ? await request('account.connect', { baseUrl, sealedKey: key.value, acceptWeakStorage, account }) : key
    if (!outcome.ok) {
      if (isLatest()) setState({ kind: 'refused', errors: connectFormErrors(outcome) })
    } else if (outcome.value.asks !== null) {
      if (isLatest()) setState({ kind: 'asks-account', tasks: outcome.value.tasks })
    } else {
      // Also runs if the user cancelled too late, because the account is already open.
      secret.current?.clear()
      setState({ kind: 'idle' })
      onConnected({ isKeyStored: outcome.value.isKeyStored, isClipboardCleared: outcome.value.isClipboardCleared })
    }
  }

  return { state, cancel, connect }
}
