import { assertNever } from '../../../shared/assert-never.ts'
import { type Failure, plainFailure, type PlainFailureCode } from '../../../shared/task/failure.ts'
import type { Fault } from '../../../shared/task/fault.ts'
import type { FailureEvidence, TaskFailure } from '../../../shared/task/task.ts'
import type { ErrorPolicyRow } from './error-policy-row.ts'
import type { TaskRecord } from './task-record.ts'

/** Returns a fault's failure and evidence. The code comes from the error policy's `row`, or from a local fault's reason. */
export function failureFromFault(fault: Fault, row: ErrorPolicyRow, at: number): TaskFailure {
  return { ...failureOfFault(fault, row), ...evidenceOf(fault, at) }
}

/** Returns a fault's failure without evidence. */
export function failureOfFault(fault: Fault, row: ErrorPolicyRow): Failure {
  if (fault.kind === 'local') return localFailure(fault, fault.step === 'download')
  return plainFailure(fault.details.length === 0 ? (row.failureWithoutFields ?? row.failure) : row.failure)
}

/** Returns a fault's data for support. `at`: milliseconds since 1970. */
function evidenceOf(fault: Fault, at: number): FailureEvidence {
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
 * Returns the failure for a rejected resend. The service may have accepted and charged an earlier send with the same idempotency key. The
 * failure therefore doesn't suggest fixing the values and sending the task again.
 */
export function rejectedResendFailure(fault: Fault, row: ErrorPolicyRow, mayResend: boolean, at: number): TaskFailure {
  const code = row.onSubmit.do === 'hold' ? 'retry-rejected-by-account' : mayResend ? 'retry-rejected-retrying' : 'retry-rejected-checking'
  return { ...plainFailure(code), ...evidenceOf(fault, at) }
}

/** Returns the failure for an upload. An upload alone never starts a task, so nothing is charged (spec section 1.4). */
export function uploadFailure(fault: Fault, row: ErrorPolicyRow, isFinal: boolean, at: number): TaskFailure {
  if (fault.kind === 'local' || row.onSubmit.do === 'hold') return failureFromFault(fault, row, at)
  return { ...plainFailure(isFinal ? finalUploadFailure(fault, row) : 'upload-failed-retrying'), ...evidenceOf(fault, at) }
}

function finalUploadFailure({ kind, message }: Fault, { onSubmit }: ErrorPolicyRow): PlainFailureCode {
  switch (onSubmit.do) {
    case 'once-more':
      return 'upload-failed-keep-key'
    case 'support':
      return 'upload-failed-for-support'
    case 'refuse':
    case 'hold':
    case 'wait':
    case 'upload-again':
    case 'reconcile':
    case 'follow-or-look':
      return kind === 'refusal' && message !== null ? 'upload-failed-with-message' : 'upload-failed'
    default:
      return assertNever(onSubmit)
  }
}

/**
 * Returns the failure if the service still can't use a file after repeated uploads. Kiln doesn't upload the file again. `failure`: the
 * task's last failure. Null stays null.
 */
export function repeatedUploadFailure({ failure, inputs }: TaskRecord): TaskFailure | null {
  if (failure === null) return null
  const isAddress = inputs.length === 0
  const code =
    failure.code === 'upload-not-ready'
      ? isAddress
        ? 'upload-not-ready-address'
        : 'upload-not-ready-again'
      : isAddress
        ? 'upload-expired-address'
        : 'upload-expired-again'
  return { ...failureWithCode(failure, plainFailure(code), failure.at), details: failure.details }
}

/**
 * Returns the failure after a second `CREDENTIAL_STORAGE_UNAVAILABLE`. Kiln stops retrying, and the user keeps the API key. `isTaken`: true
 * if the service accepted the task.
 */
export function credentialStorageFailure(fault: Fault, isTaken: boolean, at: number): TaskFailure {
  const code = isTaken ? 'credential-store-still-unavailable' : 'credential-store-still-unavailable-unsent'
  return { ...plainFailure(code), ...evidenceOf(fault, at) }
}

/** Returns the failure for a status query. The failure doesn't affect the task, which the service has already accepted. */
export function queryFailure(fault: Fault, at: number): TaskFailure {
  return { ...plainFailure('status-unreported'), ...evidenceOf(fault, at) }
}

/** Returns the failure for a request that only reads. Such a request is free, so the failure doesn't mention charges. */
export function readFailure(fault: Fault, row: ErrorPolicyRow): Failure {
  if (fault.kind === 'local' || row.outcome === 'refused' || isOfProxy(fault)) return failureOfFault(fault, row)
  if (fault.networkBlock === 'sign-in-page') return plainFailure('read-met-sign-in-page')
  return plainFailure(fault.kind === 'lost' || fault.kind === 'unreadable' ? 'read-unreadable' : 'read-unavailable')
}

/** Returns the failure for a rejected or unsent face selection. The task still waits for a selection. */
export function faceSelectionFailure(fault: Fault, { onSubmit }: ErrorPolicyRow, at: number): TaskFailure {
  const code =
    fault.kind === 'not-sent'
      ? 'faces-not-sent'
      : onSubmit.do === 'wait'
        ? 'faces-not-accepted-yet'
        : onSubmit.do === 'hold'
          ? 'faces-rejected-by-account'
          : 'faces-rejected'
  return { ...plainFailure(code), ...evidenceOf(fault, at) }
}

/** Returns the failure for a face selection whose outcome only support can find out. */
export function faceSelectionSupportFailure(fault: Fault, at: number): TaskFailure {
  return { ...plainFailure('faces-unknown-for-support'), ...evidenceOf(fault, at) }
}

/** Returns the failure while it's unknown whether the service received a face selection. */
export function unconfirmedFaceSelectionFailure(fault: Fault, at: number): TaskFailure {
  return { ...plainFailure('faces-unconfirmed'), ...evidenceOf(fault, at) }
}

/** Returns the failure for a lost face selection. After the selection was sent, the service kept reporting that the task waits. */
export function lostFaceSelectionFailure(at: number): TaskFailure {
  return failureWithCode(null, plainFailure('faces-lost'), at)
}

/** Returns the failure for a task that failed at the service. */
export function serviceFailure(serviceMessage: string | null, requestId: string | null, at: number): TaskFailure {
  return { ...failureWithCode(null, plainFailure('failed-at-service'), at), serviceMessage, httpStatus: 200, requestId }
}

/** Returns a failure with a new code and the previous failure's evidence. `previous`: null if the task had no failure. */
export function failureWithCode(previous: TaskFailure | null, failure: Failure, at: number): TaskFailure {
  return {
    ...failure,
    serviceMessage: previous?.serviceMessage ?? null,
    errorType: previous?.errorType ?? null,
    httpStatus: previous?.httpStatus ?? null,
    requestId: previous?.requestId ?? null,
    details: [],
    at
  }
}

/** True if two failures have the same code and parameters, and are therefore shown with the same text. */
export function isSameFailure(one: Failure | null, other: Failure): boolean {
  return one !== null && one.code === other.code && JSON.stringify(one.params) === JSON.stringify(other.params)
}

/** Returns the failure for a fault on this computer. `message` is the file's name or an error code. `isResult`: true for a download. */
function localFailure({ localReason, message, uploadRejection }: Fault, isResult: boolean): Failure {
  const reason = localReason ?? 'unexpected'
  switch (reason) {
    case 'file-missing':
    case 'file-changed':
    case 'file-unreadable':
      return { code: reason, params: { fileName: message } }
    case 'upload-command-refused':
      return { code: 'upload-command-rejected', params: { reason: uploadRejection } }
    case 'disk-full':
    case 'folder-missing':
    case 'folder-not-writable':
    case 'result-not-found':
      return plainFailure(reason)
    case 'unexpected':
      return { code: isResult ? 'not-saved' : 'not-sent-by-computer', params: { reason: message } }
    default:
      return assertNever(reason)
  }
}
