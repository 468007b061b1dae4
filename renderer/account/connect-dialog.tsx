import { say } from '../../shared/words/say.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ConnectForm } from './connect-form.tsx'
import type { Connected } from './use-connect.ts'

export type ConnectDialogProps = {
  /** Null: closed. `baseUrl` empty: another account. */
  readonly opened: { readonly baseUrl: string } | null
  readonly isKeyStorageSecure: boolean
  readonly onConnected: (connected: Connected) => void
  readonly onCheckConnection: (baseUrl: string) => void
  readonly onClose: () => void
}

/** A new key for the same address, or another account. */
export function ConnectDialog({ opened, isKeyStorageSecure, onConnected, onCheckConnection, onClose }: ConnectDialogProps) {
  const isSameAddress = opened !== null && opened.baseUrl !== ''
  return (
    <Dialog
      isOpen={opened !== null}
      onClose={onClose}
      title={isSameAddress ? say('Replace the key') : say('Connect an account')}
      description={
        isSameAddress
          ? say('Create a new key in the developer console and paste it here. Everything that waits goes on with it.')
          : say('Tasks under way on the account you leave are followed to their end.')
      }
    >
      <ConnectForm
        initialBaseUrl={opened?.baseUrl ?? ''}
        isKeyStorageSecure={isKeyStorageSecure}
        action={say('Connect')}
        onConnected={onConnected}
        onCheckConnection={onCheckConnection}
      />
    </Dialog>
  )
}
