import Type from "typebox";
import { PASSWORD_LENGTH } from "#shared/accounts.ts";
import { boolean, Email, Id, name, namedObject, nullable, text, Timestamp } from "../http/fields.ts";
import { OrganizationName, OwnOrganization, ScopeName } from "../organizations/schema.ts";

const NewPassword = text("10 to 200 characters", {
  minLength: PASSWORD_LENGTH.min,
  maxLength: PASSWORD_LENGTH.max,
});
const Token = text("What stands after `#token=` in the mailed link", { minLength: 1, maxLength: 200 });

export const SignUp = namedObject("SignUp", {
  email: Email,
  password: NewPassword,
  name: name(),
  organization_name: OrganizationName,
});
export const LogIn = namedObject("LogIn", {
  email: Email,
  password: Type.String({ minLength: 1 }),
});
export const MagicLinkRequest = namedObject("MagicLinkRequest", {
  email: Email,
  name: name(100, "Of the person; used where the address is unknown"),
  organization_name: name(
    100,
    "Used where the address is unknown; where another organization has the name, a number is added",
  ),
});
export const MagicLinkSent = namedObject("MagicLinkSent", {
  sent: Type.Literal(true),
  magic_link: Type.Optional(text("The mailed link; in development alone, with AUTH_DEBUG_LINKS=1")),
});
export const TokenBody = namedObject("MagicLinkToken", { token: Token });
export const ResetRequest = namedObject("PasswordResetRequest", { email: Email });
export const ResetRequested = namedObject("PasswordResetSent", { sent: Type.Literal(true) });
export const ResetConfirmation = namedObject("PasswordReset", { token: Token, password: NewPassword });
export const ResetDone = namedObject("PasswordResetDone", { reset: Type.Literal(true) });

export const User = namedObject("User", {
  id: Id,
  email: Type.String(),
  name: Type.String(),
  created_at: Timestamp,
  last_login_at: nullable(Timestamp),
});

/** Who is signed in, as sign-in and `GET /v1/auth/me` answer. */
export const SessionResponse = namedObject("Session", {
  user: nullable(User),
  organization: OwnOrganization,
  scopes: Type.Array(ScopeName),
  expires_at: nullable(Timestamp),
}, "`user` is null for an API key, and so is `expires_at` for a key that does not expire");

/** What the console shows its operators' pages by. */
export const CallerMeta = namedObject("CallerMeta", {
  operator: boolean("Whether the caller may use `/v1/admin/*`"),
});
