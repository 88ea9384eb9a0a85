import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { BASE_PATH } from "./api/calls.ts";
import { queryClient } from "./api/queries.ts";
import { applyTheme } from "./components/frame.tsx";
import { Loading } from "./components/page.tsx";
import { router } from "./routes.tsx";
import "./styles/tokens.css";
import "./styles/pages.css";
import "./styles/verdict.css";
import "./styles/ask.css";
import "./styles/operate.css";

applyTheme();
const SharedPage = lazy(() => import("./simulations/shared.tsx"));
/** Of the link to a verdict, which is no page of the console: whoever has it needs no session. */
const [, sharedToken] = /^\/shared\/([^/]+)$/.exec(location.pathname.slice(BASE_PATH.length)) ?? [];
const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element with the id root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<Loading what="the page" />}>
        {sharedToken === undefined ? <RouterProvider router={router} /> : <SharedPage token={sharedToken} />}
      </Suspense>
    </QueryClientProvider>
  </StrictMode>,
);
