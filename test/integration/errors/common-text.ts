import type { ErrorTexts } from './error-scenario.ts'

/** Error texts that several scenarios share. */
export const uploadRetriedText: ErrorTexts = ['The file couldn’t be uploaded. Nothing was charged.', 'Kiln retries the upload.']
export const uploadRejectedText: ErrorTexts = [
  'The file couldn’t be uploaded. Nothing was charged.',
  'Read the service’s message, fix the problem if you can, then send again.'
]
export const uploadSupportText: ErrorTexts = [
  'The file couldn’t be uploaded. Nothing was charged.',
  'Kiln won’t retry the upload. Send the support bundle to the service.'
]
export const statusUnavailableText: ErrorTexts = [
  'The service didn’t report this task’s status. Checking again is free.',
  'Kiln keeps checking this task.'
]
export const notInRecentTasksText: ErrorTexts = [
  'Kiln couldn’t match this task to a recent task. Kiln won’t send it again. It’s not yet known whether the task was charged.',
  'The Account page lists recent tasks that may match it. If none matches, send the support bundle to the service.'
]
export const statusTimeoutText: ErrorTexts = [
  'The service couldn’t report this task’s status for ten minutes. It’s not yet known whether the task was charged.',
  'Kiln won’t send this task again. Send the support bundle to the service.'
]
export const searchingRecentTasksText: ErrorTexts = [
  'The service doesn’t know yet whether this task succeeded or was charged. Kiln won’t send it again.',
  'Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.'
]
export const checkingStatusText: ErrorTexts = [
  'The service doesn’t know yet whether this task succeeded or was charged. Kiln won’t send it again.',
  'Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.'
]
export const unknownOutcomeSupportText: ErrorTexts = [
  'The service doesn’t know yet whether this task succeeded or was charged. Kiln won’t send it again.',
  'Send the support bundle to the service.'
]
