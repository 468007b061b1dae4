import type { Fault, LocalFaultReason } from '../../../shared/task/fault.ts'
import type { TaskFailure } from '../../../shared/task/task.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { kept, word } from '../../../shared/i18n/say.ts'
import type { ErrorPolicyRow } from './error-policy.ts'
import type { TaskRecord } from './task-record.ts'

/** Returns the message, advice and evidence for a fault. The texts come from `row` of the error policy. Local faults use `localText`. */
export function failureFromFault(fault: Fault, row: ErrorPolicyRow, at: number): TaskFailure {
  const words =
    fault.kind === 'local' ? localText(fault.localReason ?? 'unexpected', fault.message, fault.step === 'download') : wordsOfRow(fault, row)
  return { message: words.message, advice: words.advice, ...evidenceOf(fault, at) }
}

function wordsOfRow({ details }: Fault, row: ErrorPolicyRow): Pick<TaskFailure, 'message' | 'advice'> {
  return { message: row.message, advice: details.length === 0 ? (row.adviceWithoutFields ?? row.advice) : row.advice }
}

/** Returns a fault's data for support. `at`: milliseconds since 1970. */
function evidenceOf(fault: Fault, at: number): Omit<TaskFailure, 'message' | 'advice'> {
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

/** True for a proxy fault. The message of such a fault is an internal code, so it isn't shown. */
function isOfProxy({ networkBlock }: Fault): boolean {
  return networkBlock === 'proxy-password' || networkBlock === 'proxy-refusal' || networkBlock === 'proxy-script'
}

/**
 * Returns the failure for a rejected resend. The service may have accepted and charged an earlier send with the same key. The text
 * therefore doesn't suggest fixing the values and sending the task again.
 */
export function rejectedResendFailure(fault: Fault, row: ErrorPolicyRow, mayResend: boolean, at: number): TaskFailure {
  const isAccount = row.onSubmit.do === 'hold'
  return {
    ...failureFromFault(fault, row, at),
    message: kept('The retry failed. It’s not yet known whether the task was charged.'),
    advice: isAccount
      ? kept('Fix the account problem. Kiln then checks the recent tasks and retries.')
      : mayResend
        ? kept('Kiln retries. You’re never charged twice.')
        : kept('Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.')
  }
}

/** Returns the failure for an upload. An upload alone never starts a task, so nothing is charged (spec section 1.4). */
export function uploadFailure(fault: Fault, row: ErrorPolicyRow, isFinal: boolean, at: number): TaskFailure {
  const failure = failureFromFault(fault, row, at)
  if (fault.kind === 'local' || row.onSubmit.do === 'hold') return failure
  return {
    ...failure,
    message: kept('The file couldn’t be uploaded. Nothing was charged.'),
    advice: adviceOfUpload(fault, row, isFinal)
  }
}

function adviceOfUpload({ kind, message }: Fault, { onSubmit }: ErrorPolicyRow, isFinal: boolean): string {
  if (!isFinal) return kept('Kiln retries the upload.')
  switch (onSubmit.do) {
    case 'once-more':
      return kept('Don’t replace your API key. Send the support bundle to the service.')
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

/** Returns the failure if the service still can't use a file after repeated uploads. Kiln doesn't upload the file again. */
export function repeatedUploadFailure({ failure, inputs }: TaskRecord): TaskFailure | null {
  if (failure === null) return null
  const advice =
    inputs.length === 0
      ? kept('Choose a file instead of entering an address, then send again.')
      : kept('Send the task again later. If the upload keeps failing, send the support bundle to the service.')
  return { ...failure, advice }
}

/**
 * Returns the failure after a second `CREDENTIAL_STORAGE_UNAVAILABLE`. Kiln stops retrying, and the user keeps the API key. `isTaken`: true
 * if the service accepted the task.
 */
export function credentialStorageFailure(fault: Fault, row: ErrorPolicyRow, isTaken: boolean, at: number): TaskFailure {
  return {
    ...failureFromFault(fault, row, at),
    message: isTaken
      ? kept('The service still can’t reach its credential store. Checking again is free.')
      : kept(
          'The service still can’t reach its credential store, so Kiln won’t send this task again. It’s not yet known whether the task was charged.'
        ),
    advice: isTaken
      ? kept('Don’t replace your API key. Check again later, or send the support bundle to the service.')
      : kept('Don’t replace your API key. Send the support bundle to the service.')
  }
}

/** Returns the failure for a status query. It doesn't affect the task, which the service has already accepted. */
export function queryFailure(fault: Fault, at: number): TaskFailure {
  return {
    message: kept('The service didn’t report this task’s status. Checking again is free.'),
    advice: kept('Kiln keeps checking this task.'),
    ...evidenceOf(fault, at)
  }
}

/** Returns the texts for a failed request that only reads. Such a request is free, so the texts don't mention charges. */
export function failedReadText(fault: Fault, row: ErrorPolicyRow): { readonly message: string; readonly advice: string } {
  if (fault.kind === 'local' || row.outcome === 'refused' || isOfProxy(fault)) return failureFromFault(fault, row, 0)
  if (fault.networkBlock === 'sign-in-page') {
    return {
      message: kept('The network’s sign-in page may have responded instead of the service.'),
      advice: kept('Open a browser and sign in to the network. Kiln then checks again automatically.')
    }
  }
  const isBroken = fault.kind === 'lost' || fault.kind === 'unreadable'
  return {
    message: isBroken ? kept('The service didn’t send a readable response.') : kept('The service is unavailable right now.'),
    advice: kept('Check again in a moment.')
  }
}

/** Returns the failure for a rejected or unsent face selection. The task still waits for a selection. */
export function faceSelectionFailure(fault: Fault, row: ErrorPolicyRow, at: number): TaskFailure {
  const isAccount = row.onSubmit.do === 'hold'
  const isUnsent = fault.kind === 'not-sent'
  return {
    ...failureFromFault(fault, row, at),
    message: isUnsent
      ? kept('Your face selection wasn’t sent. You’re never charged twice.')
      : row.onSubmit.do === 'wait'
        ? kept('The service hasn’t accepted this face selection yet. You’re never charged twice.')
        : isAccount
          ? kept('The service rejected this face selection because of an account problem. You’re never charged twice.')
          : kept('The service rejected this face selection. You’re never charged twice.'),
    advice: isAccount
      ? kept('Fix the account problem, then send the selection again.')
      : isUnsent
        ? kept('Send the selection again when you’re back online.')
        : row.onSubmit.do === 'wait'
          ? kept('Your selection is kept. Wait a moment, then send the selection again.')
          : kept('Check the faces, then choose again.')
  }
}

/** Returns the failure for a face selection with an outcome that only support can find out. */
export function faceSelectionSupportFailure(fault: Fault, row: ErrorPolicyRow, at: number): TaskFailure {
  return {
    ...failureFromFault(fault, row, at),
    message: kept('Your face selection was sent. The service doesn’t know yet whether the task succeeded or was charged.'),
    advice: kept('Kiln won’t send your selection again. Send the support bundle to the service.')
  }
}

/** Returns the failure while it's unknown whether the service received a face selection. */
export function unconfirmedFaceSelectionFailure(fault: Fault, at: number): TaskFailure {
  return {
    message: kept('Your face selection was sent, but the response was inconclusive. You’re never charged twice.'),
    advice: kept('Kiln keeps checking this task.'),
    ...evidenceOf(fault, at)
  }
}

/** Returns the failure for a lost face selection. After the selection was sent, the service kept reporting that the task waits. */
export function lostFaceSelectionFailure(at: number): TaskFailure {
  return {
    message: kept('Your face selection didn’t reach the service. You’re never charged twice.'),
    advice: kept('Your selection is kept. Send the selection again.'),
    serviceMessage: null,
    errorType: null,
    httpStatus: null,
    requestId: null,
    details: [],
    at
  }
}

/** Returns the failure for a task that failed at the service. */
export function serviceFailure(serviceMessage: string | null, requestId: string | null, at: number): TaskFailure {
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

/** Returns the failure for a task that stayed unconfirmed for too long. */
export function unconfirmedTimeoutFailure(previous: TaskFailure | null, message: string, at: number): TaskFailure {
  return failureWithText(previous, {
    message,
    advice: kept('Kiln won’t send this task again. Send the support bundle to the service.'),
    at
  })
}

/** Returns the failure for a task whose idempotency key isn't in the recent tasks. */
export function noRecentMatchFailure(previous: TaskFailure | null, at: number): TaskFailure {
  return failureWithText(previous, {
    message: kept(
      'Kiln couldn’t identify this task in the recent tasks and won’t send it again. It’s not yet known whether the task was charged.'
    ),
    advice: kept('The Account page lists recent tasks that may match it. If none matches, send the support bundle to the service.'),
    at
  })
}

/** Returns a failure with a new text and the previous failure's evidence. `previous`: null if the task had no failure. */
export function failureWithText(previous: TaskFailure | null, words: Pick<TaskFailure, 'message' | 'advice' | 'at'>): TaskFailure {
  return {
    serviceMessage: previous?.serviceMessage ?? null,
    errorType: previous?.errorType ?? null,
    httpStatus: previous?.httpStatus ?? null,
    requestId: previous?.requestId ?? null,
    details: [],
    ...words
  }
}

function localText(reason: LocalFaultReason, subject: string | null, isResult: boolean): { message: string; advice: string } {
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
        advice: kept('Check the file, choose it again, then send the task again.')
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
        advice: kept('If you trust the command, run it yourself, then mark the file as uploaded.')
      }
    case 'disk-full':
      return {
        message: kept('The result couldn’t be saved because the disk is full. Downloading again is free.'),
        advice: kept('Free up disk space for the library folder. Kiln then retries the download.')
      }
    case 'folder-missing':
      return {
        message: kept('The result couldn’t be saved because the library folder can’t be found. Downloading again is free.'),
        advice: kept('Connect the folder’s drive or choose another folder in Settings. Kiln then retries the download.')
      }
    case 'folder-not-writable':
      return {
        message: kept('Kiln doesn’t have permission to write to the library folder. Downloading again is free.'),
        advice: kept(
          'Check the folder’s permissions and write protection, or choose another folder in Settings. Kiln then retries the download.'
        )
      }
    case 'result-not-found':
      return {
        message: kept('The result isn’t at the address the service gave. Downloading again is free.'),
        advice: kept('Kiln requests a new address.')
      }
    case 'unexpected':
      return isResult
        ? {
            message: kept('The result couldn’t be saved on this computer ({reason}). Downloading again is free.', {
              reason: subject ?? noReason
            }),
            advice: kept('Kiln retries the download. If the problem persists, check the library folder or choose another one in Settings.')
          }
        : {
            message: kept('Kiln couldn’t send this task because of a problem on this computer ({reason}). Nothing was sent or charged.', {
              reason: subject ?? noReason
            }),
            advice: kept('Send the task again. If it fails again, save the diagnostics file in Settings.')
          }
    default:
      return assertNever(reason)
  }
}

const noReason = word('no reason given')
