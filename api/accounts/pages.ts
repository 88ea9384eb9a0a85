import Router from "@koa/router";
import { PASSWORD_LENGTH } from "#shared/accounts.ts";
import { sha256 } from "#shared/crypto.ts";

/**
 * The pages that mailed links open. The token stands in the fragment, which no browser sends: whoever follows a link without pressing the
 * button, as mail scanners do, consumes nothing.
 */
export function linkPages(): Router {
  const router = new Router({ sensitive: true, strict: true });
  for (const [path, page] of [["/auth/magic-link", MAGIC_LINK_PAGE], ["/auth/reset", RESET_PAGE]] as const) {
    router.get(path, (ctx) => {
      ctx.set(page.headers);
      ctx.type = "text/html; charset=utf-8";
      ctx.body = page.html;
    });
  }
  return router;
}

interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; color: #1b1f24; background: #f4f5f7; }
main { max-width: 24rem; margin: 12vh auto; padding: 2rem; background: #fff; border: 1px solid #d5d9e0; border-radius: 8px; }
h1 { font-size: 1.3rem; margin: 0 0 1rem; }
label { display: block; margin-bottom: .3rem; }
input, button { box-sizing: border-box; width: 100%; font: inherit; padding: .6rem .8rem; border-radius: 6px; }
input { border: 1px solid #767d88; margin-bottom: 1rem; }
button { border: 0; background: #1a4fd6; color: #fff; cursor: pointer; }
button:disabled { background: #59606b; cursor: default; }
:focus-visible { outline: 3px solid #1a4fd6; outline-offset: 2px; }
[role=status] { min-height: 1.5em; margin: 1rem 0 0; }
`;

/** What both pages do: POST the token of the fragment on the button, and say in words what came of it. */
function script(path: string, body: string, done: string): string {
  return `
const form = document.querySelector("form"), status = document.querySelector("[role=status]");
const button = document.querySelector("button"), next = document.querySelector("#next");
const token = new URLSearchParams(location.hash.slice(1)).get("token");
const say = (text) => { status.textContent = text; };
if (!token) { button.disabled = true; say("This link is not complete. Follow it from the message once more."); }
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  button.disabled = true;
  say("One moment …");
  try {
    const response = await fetch("${path}", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(${body}),
    });
    const { data, meta } = await response.json();
    if (response.ok) {
      history.replaceState(null, "", location.pathname);
      form.hidden = true;
      say(${done});
      next.hidden = false;
      next.focus();
      return;
    }
    say(meta.message);
    button.disabled = response.status === 401;
  } catch {
    say("The service cannot be reached. Try again in a moment.");
    button.disabled = false;
  }
});
`;
}

function page(title: string, form: string, code: string): Page {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<form method="post">
${form}
</form>
<p role="status"></p>
<p><a id="next" href="../console/" hidden>Open the console</a></p>
<noscript>This page needs JavaScript to read the link.</noscript>
</main>
<script>${code}</script>
</body>
</html>
`;
  return { html, headers: headersOf(code) };
}

/** Nothing but the page's own style and script runs, by their hashes; the page reaches the service alone, and no other site frames it. */
function headersOf(code: string): Readonly<Record<string, string>> {
  const hashOf = (text: string) => `'sha256-${sha256(text).toString("base64")}'`;
  return {
    "Content-Security-Policy":
      `default-src 'none'; script-src ${hashOf(code)}; style-src ${hashOf(STYLE)}; ` +
      "img-src data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
  };
}

// Relative to the page, so that the links work where the service stands under a path.
const MAGIC_LINK_PAGE = page(
  "Sign in",
  `<button>Sign in</button>`,
  script("../v1/auth/magic-link/verify", "{ token }", `"You are signed in as " + data.user.email + "."`),
);

const RESET_PAGE = page(
  "Set a new password",
  `<label for="password">New password, ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters</label>
<input id="password" name="password" type="password" autocomplete="new-password" required
  minlength="${PASSWORD_LENGTH.min}" maxlength="${PASSWORD_LENGTH.max}">
<button>Set the password</button>`,
  script(
    "../v1/auth/password/reset/confirm",
    `{ token, password: form.elements.password.value }`,
    `"Your password is set, and every session has ended. Sign in with the new password."`,
  ),
);
