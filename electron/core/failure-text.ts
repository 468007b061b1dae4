import type { Fault, LocalReason } from '../../shared/fault.ts'
import type { Failure } from '../../shared/task.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { kept, word } from '../../shared/i18n/say.ts'
import type { PolicyRow } from './error-policy.ts'
import type { TaskRecord } from './task-record.ts'

/** Message, advice and evidence for a fault. The texts come from its row of the error policy, or from `localText` for a local fault. */
export function failureFrom(fault: Fault, row: PolicyRow, at: number): Failure {
  const words =
    fault.kind === 'local' ? localText(fault.localReason ?? 'unexpected', fault.message, fault.step === 'download') : wordsOfRow(fault, row)
  return { message: words.message, advice: words.advice, ...evidenceOf(fault, at) }
}

function wordsOfRow({ details }: Fault, row: PolicyRow): Pick<Failure, 'message' | 'advice'> {
  return { message: row.message, advice: details.length === 0 ? (row.adviceWithoutFields ?? row.advice) : row.advice }
}

/** The evidence in a fault, independent of the message. */
function evidenceOf(fault: Fault, at: number): Omit<Failure, 'message' | 'advice'> {
  const { errorType, httpStatus, requestId, details } = fault
  return {
    serviceMessage: fault.kind === 'local' || isOfProxy(fault) ? null : fault.message,
    errorType,
    httpStatus,
    requestId,
    details,
    at
  }
}

/** True for a proxy fault. Its message is an internal code and adds nothing. */
function isOfProxy({ networkBlock }: Fault): boolean {
  return networkBlock === 'proxy-password' || networkBlock === 'proxy-refusal' || networkBlock === 'proxy-script'
}

/**
 * The message for a rejected resend. An earlier send of the same key may have been accepted. The rejection says nothing about the credits.
 * A corrected submission could therefore be charged twice.
 */
export function failureWhileUnconfirmed(fault: Fault, row: PolicyRow, mayResend: boolean, at: number): Failure {
  const isAccount = row.onSubmit.do === 'hold'
  return {
    ...failureFrom(fault, row, at),
    message: kept('The retry failed. It’s not yet known whether the first attempt was accepted or charged.'),
    advice: isAccount
      ? kept('Fix the account problem. Kiln then checks again. You’re never charged twice.')
      : mayResend
        ? kept('Kiln keeps checking. You’re never charged twice. Don’t send this task again yourself.')
        : kept(
            'Kiln now only checks the recent tasks. If this task isn’t there, send the support bundle to the service. Don’t send the task again until the service replies.'
          )
  }
}

/** The message for a failed upload. Uploading a file starts nothing at the service (spec section 1.4). */
export function failureOfUpload(fault: Fault, row: PolicyRow, isFinal: boolean, at: number): Failure {
  const failure = failureFrom(fault, row, at)
  if (fault.kind === 'local' || row.onSubmit.do === 'hold') return failure
  return {
    ...failure,
    message: kept('The file couldn’t be uploaded. Nothing was generated or charged.'),
    advice: adviceOfUpload(fault, row, isFinal)
  }
}

function adviceOfUpload({ kind, message }: Fault, { onSubmit }: PolicyRow, isFinal: boolean): string {
  if (!isFinal) return kept('No action needed. Kiln retries the upload.')
  switch (onSubmit.do) {
    case 'once-more':
      return kept('Two attempts failed. Don’t replace your API key. Send the support bundle to the service.')
    case 'support':
      return kept('Kiln won’t retry the upload. Send the support bundle to the service.')
    case 'refuse':
    case 'hold':
    case 'wait':
    case 'upload-again':
    case 'reconcile':
    case 'follow-or-look':
      return kind === 'refusal' && message !== null
        ? kept('Read the service’s message, fix the problem if you can, then send again.')
        : kept('Send the task again later. If the upload keeps failing, send the support bundle to the service.')
    default:
      return assertNever(onSubmit)
  }
}

/** The message if the service still can't use a submitted file. Uploading it again can't help. */
export function failureOfLastUpload({ failure, inputs }: TaskRecord): Failure | null {
  if (failure === null) return null
  const advice =
    inputs.length === 0
      ? kept('Choose a file instead of entering an address, then send again.')
      : kept(
          'The upload failed several times. Send the task again later. If the upload keeps failing, send the support bundle to the service.'
        )
  return { ...failure, advice }
}

/**
 * The message for a second `CREDENTIAL_STORAGE_UNAVAILABLE`. Kiln stops, and the user keeps the API key. `isTaken`: true if the service
 * accepted the task.
 */
export function failureOfSecondTry(fault: Fault, row: PolicyRow, isTaken: boolean, at: number): Failure {
  return {
    ...failureFrom(fault, row, at),
    message: isTaken
      ? kept('The service still couldn’t reach its credential store. The task isn’t affected. Kiln won’t send it again.')
      : kept(
          'The service still couldn’t reach its credential store. It’s not known whether the task was accepted or charged. Kiln won’t send the task again.'
        ),
    advice: isTaken
      ? kept('Don’t replace your API key. Check again later. You can also send the support bundle to the service.')
      : kept('Don’t replace your API key. Send the support bundle to the service.')
  }
}

/** The message for a failed status query. The service has the task and may have charged for it. */
export function failureOfQuery(fault: Fault, at: number): Failure {
  return {
    message: kept('The service didn’t report this task’s status. The task isn’t affected.'),
    advice: kept('No action needed. Kiln keeps checking this task.'),
    ...evidenceOf(fault, at)
  }
}

/** The message for a failed read. A read costs nothing, so its outcome doesn't matter. */
export function readFailureText(fault: Fault, row: PolicyRow): { readonly message: string; readonly advice: string } {
  if (fault.kind === 'local' || row.outcome === 'refused' || isOfProxy(fault)) return failureFrom(fault, row, 0)
  if (fault.networkBlock === 'sign-in-page') {
    return {
      message: kept('Something other than the service responded. You may need to sign in to this network.'),
      advice: kept('Open a browser and sign in to the network. Kiln then checks again automatically.')
    }
  }
  const isBroken = fault.kind === 'lost' || fault.kind === 'unreadable'
  return {
    message: isBroken
      ? kept('The service didn’t send a readable response.')
      : kept('The service, or something it depends on, is unavailable right now.'),
    advice: kept('Check again in a moment.')
  }
}

/** The message for a rejected face selection. The task still waits for a selection, and its charge is unchanged. */
export function failureOfChoice(fault: Fault, row: PolicyRow, at: number): Failure {
  const isAccount = row.onSubmit.do === 'hold'
  const isUnsent = fault.kind === 'not-sent'
  return {
    ...failureFrom(fault, row, at),
    message: isUnsent
      ? kept('Your face selection wasn’t sent. The task is still waiting for it.')
      : row.onSubmit.do === 'wait'
        ? kept('The service hasn’t accepted this face selection yet. The task is still waiting for it.')
        : kept('The service rejected this face selection. The task is waiting for another one.'),
    advice: isAccount
      ? kept('Fix the account problem, then send the selection again.')
      : isUnsent
        ? kept('Send the selection again when you’re back online.')
        : row.onSubmit.do === 'wait'
          ? kept('Your selection is kept. Wait a moment, then send the selection again.')
          : kept('Check the faces, then choose again.')
  }
}

/** The message for a face selection after which only support can help. */
export function failureOfChoiceForSupport(fault: Fault, row: PolicyRow, at: number): Failure {
  return {
    ...failureFrom(fault, row, at),
    message: kept('Your face selection was sent. The service doesn’t know whether the task succeeded or was charged.'),
    advice: kept('Kiln won’t send this again. Send the support bundle to the service.')
  }
}

/** The message while it is unknown whether a face selection arrived. */
export function choiceUnconfirmed(fault: Fault, at: number): Failure {
  return {
    message: kept('Your face selection was sent, but the response was inconclusive.'),
    advice: kept('No action needed. Kiln checks the task’s status. Your selection isn’t sent again.'),
    ...evidenceOf(fault, at)
  }
}

/** The message for a lost face selection. The service has kept reporting that it waits for one. */
export function choiceNotTaken(at: number): Failure {
  return {
    message: kept('Your face selection didn’t reach the service. The task is still waiting for it.'),
    advice: kept('Your selection is kept. Send the selection again.'),
    serviceMessage: null,
    errorType: null,
    httpStatus: null,
    requestId: null,
    details: [],
    at
  }
}

/** The message for a task that failed at the service. */
export function failureOfService(serviceMessage: string | null, requestId: string | null, at: number): Failure {
  return {
    message: kept('The service couldn’t generate the result.'),
    advice: kept('If the service’s message points to a value, change it. Then send this as a new task.'),
    serviceMessage,
    errorType: null,
    httpStatus: 200,
    requestId,
    details: [],
    at
  }
}

/** The message for a task that stays unconfirmed for too long. */
export function failureOfTimeout(previous: Failure | null, message: string, at: number): Failure {
  return failureWithText(previous, {
    message,
    advice: kept('Kiln won’t send this again. Send the support bundle to the service.'),
    at
  })
}

/** The message for a task whose key isn't in the recent tasks. */
export function failureOfMissingMatch(previous: Failure | null, at: number): Failure {
  return failureWithText(previous, {
    message: kept('Kiln couldn’t identify this task in the recent tasks. It’s not known whether credits were charged.'),
    advice: kept(
      'Kiln won’t send this task again. The Account page lists recent tasks that may match it. If none matches, send the support bundle to the service.'
    ),
    at
  })
}

/** A new message with the evidence of an earlier failure, if there was one. */
export function failureWithText(previous: Failure | null, words: Pick<Failure, 'message' | 'advice' | 'at'>): Failure {
  return {
    serviceMessage: previous?.serviceMessage ?? null,
    errorType: previous?.errorType ?? null,
    httpStatus: previous?.httpStatus ?? null,
    requestId: previous?.requestId ?? null,
    details: [],
    ...words
  }
}

function localText(reason: LocalReason, subject: string | null, isResult: boolean): { message: string; advice: string } {
  const file = subject ?? kept('A file')
  switch (reason) {
    case 'file-missing':
      return {
        message: kept('{file} can’t be found. Nothing was sent or charged.', { file }),
        advice: kept('Choose the file again, then send the task again.')
      }
    case 'file-changed':
      return {
        message: kept('{file} has changed since you chose it. Nothing was sent or charged.', { file }),
        advice: kept('Choose the file again and check it. Then send the task again.')
      }
    case 'file-unreadable':
      return {
        message: kept('{file} can’t be read. Nothing was sent or charged.', { file }),
        advice: kept('Check the file’s permissions. You can also choose another file.')
      }
    case 'upload-command-refused':
      return {
        message: kept('The service sent an upload command that Kiln doesn’t run automatically. {reason} Nothing was sent or charged.', {
          reason: subject ?? kept('No reason was given.')
        }),
        advice: kept('Review the command. If you trust it, run it yourself and confirm here. You can also cancel the task.')
      }
    case 'disk-full':
      return {
        message: kept('The disk is full. The result is safe with the service. Kiln downloads it when there’s space.'),
        advice: kept('Free up disk space for the library folder.')
      }
    case 'folder-missing':
      return {
        message: kept('The library folder can’t be found. The result is safe with the service. Kiln downloads it when the folder is back.'),
        advice: kept('Connect the folder’s drive. You can also choose another folder in Settings.')
      }
    case 'folder-not-writable':
      return {
        message: kept(
          'Kiln doesn’t have permission to write to the library folder. The result is safe with the service. Kiln downloads it once the folder is writable.'
        ),
        advice: kept(
          'Check the folder’s permissions and whether its drive is write-protected. You can also choose another folder in Settings.'
        )
      }
    case 'result-not-found':
      return {
        message: kept('The result isn’t at the address the service gave. Kiln is requesting a new address.'),
        advice: kept('No action needed.')
      }
    case 'unexpected':
      return isResult
        ? {
            message: kept(
              'The result couldn’t be saved on this computer: {reason}. The result is safe with the service. Kiln keeps trying.',
              {
                reason: subject ?? noReason
              }
            ),
            advice: kept('Check the library folder. If the problem persists, choose another one in Settings.')
          }
        : {
            message: kept('Something went wrong on this computer: {reason}. Nothing was sent or charged.', {
              reason: subject ?? noReason
            }),
            advice: kept('Send the task again. If it fails again, save the diagnostics file in Settings.')
          }
    default:
      return assertNever(reason)
  }
}

const noReason = word('no reason given')
