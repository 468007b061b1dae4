import { say } from '../../shared/i18n/say.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ConnectForm } from './connect-form.tsx'
import type { ConnectResult } from './use-connect.ts'

export type ConnectDialogProps = {
  /** Null if closed. An empty `baseUrl` connects another account. */
  readonly opened: { readonly baseUrl: string } | null
  readonly onConnected: (connected: ConnectResult) => void
  readonly onCheckConnection: (baseUrl: string) => void
  readonly onClose: () => void
}

/** Replaces the API key for `opened.baseUrl`, or connects another account. */
export function ConnectDialog({ opened, onConnected, onCheckConnection, onClose }: ConnectDialogProps) {
  const isSameAddress = opened !== null && opened.baseUrl !== ''
  return (
    <Dialog
      isOpen={opened !== null}
      onClose={onClose}
      title={isSameAddress ? say('Replace key') : say('Connect an account')}
      description={
        isSameAddress
          ? say('Create a new key in the developer console and paste it here. Kiln then resumes automatically.')
          : say('Kiln tracks tasks in progress on your current account until they finish.')
      }
    >
      <ConnectForm initialBaseUrl={opened?.baseUrl ?? ''} onConnected={onConnected} onCheckConnection={onCheckConnection} />
    </Dialog>
  )
}
