import type { Failure, FailureParams } from '../task/failure.ts'
import { say } from '../i18n/say.ts'
import { phraseOf, type Phrases } from './phrases.ts'
import { uploadRejectionText } from './upload-rejection-phrases.ts'

/** `message`: what happened, and what it means for the user's credits. `advice`: what Kiln does next, or what the user can do. */
export type FailureText = { readonly message: string; readonly advice: string }

/** Returns the sentences for a failure, in the active language. */
export function failureText(failure: Failure): FailureText {
  return phraseOf(failurePhrases, failure)
}

const failurePhrases: Phrases<FailureParams, FailureText> = {
  'values-rejected': () => ({
    message: say('The service rejected these values. Nothing was charged.'),
    advice: say('Fix the fields listed here and send again.')
  }),
  'values-rejected-without-fields': () => ({
    message: say('The service rejected these values. Nothing was charged.'),
    advice: say('Change the values and send again.')
  }),
  'key-missing': () => ({
    message: say('The service didn’t receive an API key. Nothing was charged.'),
    advice: say('Enter the key again. Kiln then resumes automatically.')
  }),
  'key-unreadable': () => ({
    message: say('The service couldn’t read the API key. Nothing was charged.'),
    advice: say('Enter the key again without spaces. Kiln then resumes automatically.')
  }),
  'key-rejected': () => ({
    message: say('This key no longer works. Nothing was charged.'),
    advice: say('Create a key in the developer console, then replace the current key. Kiln then resumes automatically.')
  }),
  'key-credential-unreadable': () => ({
    message: say('The service can no longer read the credentials for this key. Nothing was charged.'),
    advice: say('Create a key in the developer console, then replace the current key. Kiln then resumes automatically.')
  }),
  'sign-in-required': () => ({
    message: say('The service requires you to sign in again. Nothing was charged.'),
    advice: say('Sign in on the service’s website. Kiln then resumes automatically with the same key.')
  }),
  'key-needed': () => ({
    message: say('The service needs an API key. Nothing was charged.'),
    advice: say('Enter an API key. Kiln then resumes automatically.')
  }),
  'credits-needed': () => ({
    message: say('Not enough credits for this task. Nothing was charged.'),
    advice: say('Add credits on the service’s website. Kiln then resumes automatically.')
  }),
  'subscription-ended': () => ({
    message: say('The subscription has ended. Nothing was charged.'),
    advice: say('Renew the subscription on the service’s website. Kiln then resumes automatically with the same key.')
  }),
  'capability-not-offered': () => ({
    message: say('The service doesn’t offer this capability to your account. Nothing was charged.'),
    advice: say('The gallery has been updated. Choose another capability there.')
  }),
  'upload-not-ready': () => ({
    message: say('The service is still processing the upload. Nothing was charged.'),
    advice: say('Kiln retries in a moment.')
  }),
  'request-in-progress': () => ({
    message: say('The service is still processing this request.'),
    advice: say('Kiln retries automatically. You’re never charged twice.')
  }),
  'idempotency-conflict': () => ({
    message: say('The service already has a different request for this task. It’s not yet known whether the task was charged.'),
    advice: say('Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.')
  }),
  'upload-expired': () => ({
    message: say('The uploaded file has expired. Nothing was charged.'),
    advice: say('Kiln uploads the file again.')
  }),
  'rate-limited': () => ({
    message: say('The service is limiting requests. Nothing was charged.'),
    advice: say('Kiln retries when the service allows it.')
  }),
  'credential-store-unavailable': () => ({
    message: say('The service can’t reach its credential store. It’s not yet known whether the task was charged.'),
    advice: say('Kiln retries once. Don’t replace your API key.')
  }),
  'outcome-unknown-for-support': () => ({
    message: say('The service doesn’t know yet whether this task succeeded or was charged. Kiln won’t send it again.'),
    advice: say('Send the support bundle to the service.')
  }),
  'outcome-unknown': () => ({
    message: say('The service doesn’t know yet whether this task succeeded or was charged. Kiln won’t send it again.'),
    advice: say('Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.')
  }),
  'save-uncertain': () => ({
    message: say('The service doesn’t know yet whether it saved this task. You’re never charged twice.'),
    advice: say('Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.')
  }),
  'task-not-found': () => ({
    message: say('The service can’t find this task right now. You’re never charged twice.'),
    advice: say('Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.')
  }),
  'billing-inconsistent': () => ({
    message: say('The service found a billing inconsistency. It’s not yet known whether the task was charged.'),
    advice: say('Kiln won’t send this task again. Send the support bundle to the service.')
  }),
  'response-incomplete': () => ({
    message: say('The service accepted this task but hasn’t sent a complete response yet. You’re never charged twice.'),
    advice: say('Kiln keeps checking this task.')
  }),
  'service-unavailable': () => ({
    message: say('The service is unavailable right now. It’s not yet known whether the task was charged.'),
    advice: say('Kiln retries automatically. You’re never charged twice.')
  }),
  'proxy-password-needed': () => ({
    message: say('Your network’s proxy needs a username and password. Nothing was sent or charged.'),
    advice: say('Enter the username and password. The task is then sent automatically.')
  }),
  'proxy-rejection': () => ({
    message: say('Your network’s proxy blocks Kiln. Nothing was sent or charged.'),
    advice: say('Ask your network administrator or use another network. The task is sent automatically once the connection works.')
  }),
  'proxy-script-invalid': () => ({
    message: say('Your PAC file is unavailable or invalid. Nothing was sent or charged.'),
    advice: say(
      'Check the PAC file’s address in Settings → Network, or choose another setting there. The task is sent automatically once the connection works.'
    )
  }),
  'certificate-invalid': () => ({
    message: say('Kiln can’t verify the service’s identity on this network. Nothing was sent or charged.'),
    advice: say(
      'Check for a sign-in page in a browser, then check this computer’s date and time. The task is sent automatically once the connection works.'
    )
  }),
  'service-unreachable': () => ({
    message: say('Kiln can’t reach the service from this computer. Nothing was sent or charged.'),
    advice: say('Check your network. The task is sent automatically once the connection works.')
  }),
  'sign-in-page': () => ({
    message: say('The network’s sign-in page may have responded instead of the service. It’s not yet known whether the task was charged.'),
    advice: say('Open a browser and sign in to the network. Kiln then checks the recent tasks and retries.')
  }),
  'response-unreadable': () => ({
    message: say('The service didn’t send a readable response. It’s not yet known whether the task was charged.'),
    advice: say('Kiln checks the recent tasks, then retries. You’re never charged twice.')
  }),
  'not-sent': () => ({
    message: say('Kiln couldn’t send the task. Nothing was charged.'),
    advice: say('Fix the problems shown here and send again.')
  }),
  'retry-requested': () => ({
    message: say('The service asked Kiln to retry. It’s not yet known whether the task was charged.'),
    advice: say('Kiln retries automatically. You’re never charged twice.')
  }),
  conflict: () => ({
    message: say('The service reports a conflict. It’s not yet known whether the task was charged.'),
    advice: say('Kiln checks the recent tasks, then retries. You’re never charged twice.')
  }),
  'request-rejected': () => ({
    message: say('The service rejected this. Nothing was charged.'),
    advice: say('Read the service’s message, fix the problem if you can, then send again.')
  }),
  'response-inconclusive': () => ({
    message: say('The response was inconclusive. It’s not yet known whether the task was charged.'),
    advice: say('Kiln checks the recent tasks, then retries. You’re never charged twice.')
  }),
  'retry-rejected-by-account': () => ({
    message: say('The retry failed. It’s not yet known whether the task was charged.'),
    advice: say('Fix the account problem. Kiln then checks the recent tasks and retries.')
  }),
  'retry-rejected-retrying': () => ({
    message: say('The retry failed. It’s not yet known whether the task was charged.'),
    advice: say('Kiln retries automatically. You’re never charged twice.')
  }),
  'retry-rejected-checking': () => ({
    message: say('The retry failed. It’s not yet known whether the task was charged.'),
    advice: say('Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.')
  }),
  'upload-failed-retrying': () => ({
    message: say('The file couldn’t be uploaded. Nothing was charged.'),
    advice: say('Kiln retries the upload.')
  }),
  'upload-failed-keep-key': () => ({
    message: say('The file couldn’t be uploaded. Nothing was charged.'),
    advice: say('Don’t replace your API key. Send the support bundle to the service.')
  }),
  'upload-failed-for-support': () => ({
    message: say('The file couldn’t be uploaded. Nothing was charged.'),
    advice: say('Kiln won’t retry the upload. Send the support bundle to the service.')
  }),
  'upload-failed-with-message': () => ({
    message: say('The file couldn’t be uploaded. Nothing was charged.'),
    advice: say('Read the service’s message, fix the problem if you can, then send again.')
  }),
  'upload-failed': () => ({
    message: say('The file couldn’t be uploaded. Nothing was charged.'),
    advice: say('Send the task again later. If the upload keeps failing, send the support bundle to the service.')
  }),
  'upload-expired-again': () => ({
    message: say('The uploaded file has expired. Nothing was charged.'),
    advice: say('Send the task again later. If the upload keeps failing, send the support bundle to the service.')
  }),
  'upload-expired-address': () => ({
    message: say('The uploaded file has expired. Nothing was charged.'),
    advice: say('Choose a file instead of entering an address, then send again.')
  }),
  'upload-not-ready-again': () => ({
    message: say('The service is still processing the upload. Nothing was charged.'),
    advice: say('Send the task again later. If the upload keeps failing, send the support bundle to the service.')
  }),
  'upload-not-ready-address': () => ({
    message: say('The service is still processing the upload. Nothing was charged.'),
    advice: say('Choose a file instead of entering an address, then send again.')
  }),
  'credential-store-still-unavailable': () => ({
    message: say('The service still can’t reach its credential store. Checking again is free.'),
    advice: say('Don’t replace your API key. Check again later, or send the support bundle to the service.')
  }),
  'credential-store-still-unavailable-unsent': () => ({
    message: say(
      'The service still can’t reach its credential store, so Kiln won’t send this task again. It’s not yet known whether the task was charged.'
    ),
    advice: say('Don’t replace your API key. Send the support bundle to the service.')
  }),
  'status-unreported': () => ({
    message: say('The service didn’t report this task’s status. Checking again is free.'),
    advice: say('Kiln keeps checking this task.')
  }),
  'status-timeout': () => ({
    message: say('The service couldn’t report this task’s status for ten minutes. It’s not yet known whether the task was charged.'),
    advice: say('Kiln won’t send this task again. Send the support bundle to the service.')
  }),
  'recent-tasks-timeout': () => ({
    message: say('Kiln couldn’t read the recent tasks. It’s not yet known whether the task was charged.'),
    advice: say('Kiln won’t send this task again. Send the support bundle to the service.')
  }),
  'recent-tasks-without-match': () => ({
    message: say(
      'Kiln couldn’t match this task to a recent task. Kiln won’t send it again. It’s not yet known whether the task was charged.'
    ),
    advice: say('The Account page lists recent tasks that may match it. If none matches, send the support bundle to the service.')
  }),
  'read-met-sign-in-page': () => ({
    message: say('The network’s sign-in page may have responded instead of the service.'),
    advice: say('Open a browser and sign in to the network. Kiln then checks again automatically.')
  }),
  'read-unreadable': () => ({
    message: say('The service didn’t send a readable response.'),
    advice: say('Check again in a moment.')
  }),
  'read-unavailable': () => ({
    message: say('The service is unavailable right now.'),
    advice: say('Check again in a moment.')
  }),
  'faces-not-sent': () => ({
    message: say('Your face selection wasn’t sent. You’re never charged twice.'),
    advice: say('Send the selection again when you’re back online.')
  }),
  'faces-not-accepted-yet': () => ({
    message: say('The service hasn’t accepted this face selection yet. You’re never charged twice.'),
    advice: say('Your selection is kept. Wait a moment, then send the selection again.')
  }),
  'faces-rejected-by-account': () => ({
    message: say('The service rejected this face selection because of an account problem. You’re never charged twice.'),
    advice: say('Fix the account problem, then send the selection again.')
  }),
  'faces-rejected': () => ({
    message: say('The service rejected this face selection. You’re never charged twice.'),
    advice: say('Check the faces, then choose again.')
  }),
  'faces-unknown-for-support': () => ({
    message: say('Your face selection was sent. The service doesn’t know yet whether the task succeeded or was charged.'),
    advice: say('Kiln won’t send your selection again. Send the support bundle to the service.')
  }),
  'faces-unconfirmed': () => ({
    message: say('Your face selection was sent, but the response was inconclusive. You’re never charged twice.'),
    advice: say('Kiln keeps checking this task.')
  }),
  'faces-lost': () => ({
    message: say('Your face selection didn’t reach the service. You’re never charged twice.'),
    advice: say('Your selection is kept. Send the selection again.')
  }),
  'failed-at-service': () => ({
    message: say('The service couldn’t generate the result.'),
    advice: say('If the service’s message points to a value, change it. Then send this as a new task.')
  }),
  'no-files-listed': () => ({
    message: say('The service reports this task as done, but lists no files. Checking again is free.'),
    advice: say('Kiln keeps checking this task.')
  }),
  'no-files-listed-for-support': () => ({
    message: say('The service reports this task as done, but lists no files. Checking again is free.'),
    advice: say('Send the support bundle to the service. Kiln checks again from time to time.')
  }),
  'files-not-downloadable': ({ count }) => ({
    message: say(
      'The service finished this task, but {count, plural, one {# file} other {# files}} can’t be downloaded. Checking again is free.',
      { count }
    ),
    advice: say('Send the support bundle to the service. Kiln checks again from time to time.')
  }),
  'download-link-missing': () => ({
    message: say('The service finished this task, but a download link is missing or doesn’t work. Checking again is free.'),
    advice: say('Kiln keeps checking this task.')
  }),
  'download-failed': () => ({
    message: say('The service finished this task, but the download failed. Downloading again is free.'),
    advice: say('Kiln retries the download.')
  }),
  'download-failed-network': () => ({
    message: say('The service finished this task, but the download failed. Downloading again is free.'),
    advice: say('Fix the network problem. Kiln then retries the download.')
  }),
  'fewer-files': ({ made, asked }) => ({
    message: say('The service generated {made} of {asked} files. Every generated file is saved.', { made, asked }),
    advice: say('Check how many credits were charged. If you were charged for {asked} files, send the support bundle to the service.', {
      asked
    })
  }),
  'files-incomplete': ({ count }) => ({
    message: say(
      '{count, plural, one {# file looks} other {# files look}} incomplete, even after several downloads. Downloading again is free.',
      { count }
    ),
    advice: say('Check whether the result is usable. If not, send the support bundle to the service.')
  }),
  'file-missing': ({ fileName }) => ({
    message: say('{file} can’t be found. Nothing was sent or charged.', { file: nameOf(fileName) }),
    advice: say('Choose the file again, then send the task again.')
  }),
  'file-changed': ({ fileName }) => ({
    message: say('{file} has changed since you chose it. Nothing was sent or charged.', { file: nameOf(fileName) }),
    advice: say('Check the file, choose it again, then send the task again.')
  }),
  'file-unreadable': ({ fileName }) => ({
    message: say('{file} can’t be read. Nothing was sent or charged.', { file: nameOf(fileName) }),
    advice: say('Check the file’s permissions. You can also choose another file.')
  }),
  'upload-command-rejected': ({ reason }) => ({
    message: say('The service sent an upload command that Kiln doesn’t run automatically. {reason} Nothing was sent or charged.', {
      reason: reason === null ? say('No reason was given.') : uploadRejectionText(reason)
    }),
    advice: say('If you trust the command, run it yourself, then mark the file as uploaded.')
  }),
  'disk-full': () => ({
    message: say('The result couldn’t be saved because the disk is full. Downloading again is free.'),
    advice: say('Free up disk space for the library folder. Kiln then retries the download.')
  }),
  'folder-missing': () => ({
    message: say('The result couldn’t be saved because the library folder can’t be found. Downloading again is free.'),
    advice: say('Connect the folder’s drive or choose another folder in Settings. Kiln then retries the download.')
  }),
  'folder-not-writable': () => ({
    message: say('Kiln doesn’t have permission to write to the library folder. Downloading again is free.'),
    advice: say(
      'Check the folder’s permissions and write protection, or choose another folder in Settings. Kiln then retries the download.'
    )
  }),
  'result-not-found': () => ({
    message: say('The result isn’t at the address the service gave. Downloading again is free.'),
    advice: say('Kiln requests a new address.')
  }),
  'not-saved': ({ reason }) => ({
    message: say('The result couldn’t be saved on this computer ({reason}). Downloading again is free.', {
      reason: reason ?? say('no reason given')
    }),
    advice: say('Kiln retries the download. If the problem persists, check the library folder or choose another one in Settings.')
  }),
  'not-sent-by-computer': ({ reason }) => ({
    message: say('Kiln couldn’t send this task because of a problem on this computer ({reason}). Nothing was sent or charged.', {
      reason: reason ?? say('no reason given')
    }),
    advice: say('Send the task again. If it fails again, save the diagnostics file in Settings.')
  }),
  // The journal stores known sentences in their current wording, so `say` can translate them. Any other sentence is shown unchanged.
  'legacy-text': ({ message, advice }) => ({ message: say(message), advice: say(advice) })
}

function nameOf(fileName: string | null): string {
  return fileName ?? say('A file')
}
