import { messages } from './message.ts';

const authError = 'Authentication Error';

/** Signing in, signing up, the account sync and what needs a login (specification 4, 5, 6 and 8). */
export const accountMessages = messages({
  'auth/invalid-credential': {
    title: 'Login Failed',
    text: 'Invalid email or password. Please try again.',
    tone: 'error',
    status: 401,
  },
  'auth/email-already-in-use': {
    title: 'Signup Failed',
    text: 'This email is already registered. Please sign in.',
    tone: 'error',
    status: 409,
  },
  'auth/weak-password': {
    title: 'Signup Failed',
    text: 'Password is too weak. It should be at least 6 characters.',
    tone: 'error',
    status: 400,
  },
  'auth/user-disabled': {
    title: 'Login Failed',
    text: 'This user account has been disabled by an administrator.',
    tone: 'error',
    status: 403,
  },
  'auth/too-many-requests': {
    title: 'Login Failed',
    text: 'Access to this account has been temporarily disabled due to many failed login attempts. You can reset your password or try again later.',
    tone: 'error',
    status: 429,
  },
  'auth/slow-down': {
    title: 'Login Failed',
    text: 'Too many tries. Please wait a while, then try again.',
    tone: 'error',
  },
  'auth/unexpected': {
    title: 'Login Failed',
    text: 'An unexpected error occurred during authentication. Please check the console for details.',
    tone: 'error',
  },
  'auth/unknown': {
    title: 'Login Failed',
    text: 'An unknown error occurred during authentication.',
    tone: 'error',
  },
  signed_in: { title: 'Welcome back!', text: "You've successfully logged in.", tone: 'success' },
  signed_up: { title: 'Account created!', text: "Welcome! You're now logged in.", tone: 'success' },
  signed_out: { title: 'Logged out', text: "You've been successfully logged out.", tone: 'success' },
  signed_out_here: {
    title: 'Logged out',
    text: 'Our server did not answer, so its cookie in this browser may hold for up to 12 hours. We keep trying while this page is open. On a shared computer, delete the cookies of this site.',
    tone: 'error',
  },
  sign_out_failed: {
    title: 'Error',
    text: 'You are still logged in: the server did not answer. Please try again.',
    tone: 'error',
  },
  sync_failed: {
    title: authError,
    text: 'Could not sync your account. Please try logging in again.',
    tone: 'error',
  },
  sync_refused: { title: authError, text: 'Failed to sync user with backend.', tone: 'error', status: 409 },
  sign_in_required: {
    title: authError,
    text: 'You must be logged in to {act}.',
    tone: 'error',
    status: 401,
  },
  sign_in_expired: {
    title: authError,
    text: 'Your sign-in is no longer valid. Please sign in again.',
    tone: 'error',
    status: 401,
  },
  sign_in_unavailable: {
    title: authError,
    text: 'Your sign-in can not be checked right now, because the sign-in service does not answer. Please try again in a moment.',
    tone: 'error',
    status: 503,
  },
  page_needs_login: {
    title: authError,
    text: 'You must be logged in to view this page.',
    tone: 'error',
    status: 401,
  },
  device_missing: {
    title: 'Already signed out',
    text: 'That device is no longer signed in.',
    tone: 'info',
    status: 404,
  },
  device_ended: { title: 'Signed out', text: '{name} is signed out.', tone: 'success' },
  devices_ended: { title: 'Signed out', text: 'Only this device is signed in now.', tone: 'success' },
  device_failed: { title: 'Error', text: 'That did not work. Please try again.', tone: 'error' },
  name_changed: { title: 'Name changed', text: 'We call you {name} from now on.', tone: 'success' },
  password_changed: {
    title: 'Password changed',
    text: 'Your other devices are signed out.',
    tone: 'success',
  },
  export_failed: {
    title: 'Error',
    text: 'Your data could not be collected. Please try again.',
    tone: 'error',
  },
  account_delete_failed: {
    title: 'Error',
    text: 'Nothing was deleted. Please try again in a moment.',
    tone: 'error',
  },
  account_deleting: {
    title: 'Your account will be deleted',
    text: 'You can undo it until {day}: sign in and press “Keep my account”.',
    tone: 'info',
  },
  account_kept: {
    title: 'Account kept',
    text: 'Your surveys are open again. Campaigns stay paused and a canceled plan ends: resume them on the dashboard and under Plan and payments.',
    tone: 'success',
  },
  account_keep_failed: { title: 'Error', text: 'That did not work. Please try again.', tone: 'error' },
  reset_mail_sent: {
    title: 'Check your e-mail',
    text: 'If that address has an account, a link to set a new password is on its way.',
    tone: 'info',
  },
  reset_failed: {
    title: 'Error',
    text: 'That did not work, and your password has not changed. Please wait a moment and try again.',
    tone: 'error',
  },
  reset_done: {
    title: 'Password changed',
    text: 'You can now sign in with your new password.',
    tone: 'success',
  },
  reset_link_invalid: {
    title: 'Link expired',
    text: 'This link is no longer valid. Please ask for a new one.',
    tone: 'error',
    status: 400,
  },
  email_verified: {
    title: 'Email confirmed',
    text: 'The address of your account is confirmed.',
    tone: 'success',
  },
  email_verify_failed: {
    title: 'Error',
    text: 'That did not work, and your email is not confirmed yet. Please wait a moment and try again.',
    tone: 'error',
  },
  email_link_invalid: {
    title: 'Link expired',
    text: 'This link was used before or is too old. If your email is not confirmed yet, ask for a new link in Settings.',
    tone: 'error',
  },
  email_change_sign_in: {
    title: 'Sign in first',
    text: 'Sign in to the account whose email changes, then open the link again.',
    tone: 'error',
    status: 401,
  },
  email_confirm_sign_in: {
    title: 'Sign in first',
    text: 'Sign in to the account of this email, or set a new password with the link.',
    tone: 'error',
    status: 401,
  },
  passkey_sign_in: {
    title: 'Use your passkey',
    text: 'Log out, sign in with your passkey, then change this.',
    tone: 'error',
    status: 403,
  },
  second_factor_on: {
    title: 'Second step on',
    text: 'Signing in now asks for a code. Your other devices are logged out.',
    tone: 'success',
  },
  second_factor_off: {
    title: 'Second step off',
    text: 'Your password alone signs you in. Your other devices are logged out.',
    tone: 'info',
  },
  second_factor_again: {
    title: 'Sign in again',
    text: 'Too much time or too many codes have passed. Enter your password again.',
    tone: 'error',
  },
  email_link_sent: {
    title: 'Check your e-mail',
    text: 'A link to confirm your address is on its way.',
    tone: 'info',
  },
  email_link_failed: {
    title: 'Error',
    text: 'The link could not be sent. Please wait a moment and try again.',
    tone: 'error',
  },
  email_link_too_often: {
    title: 'Enough links for now',
    text: 'Please use the newest link in your mail, or ask for another in an hour.',
    tone: 'error',
  },
});
