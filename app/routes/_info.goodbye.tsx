import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PageHeading } from "~/components/ui/page-heading";

export const meta: MetaFunction = () => [
  { title: "Go in peace · Still and Know" },
  { name: "robots", content: "noindex" },
];

/** After the deletion of an account has begun. */
export default function Goodbye() {
  return (
    <>
      <PageHeading title="Go in peace" />
      <div className="grid max-w-measure gap-4">
        <p role="status">
          You are signed out everywhere, and in seven days your account and everything you have written will
          be deleted. A mail says the day.
        </p>
        <p>
          If you change your mind before that, or want to take your journal along,{" "}
          <Link to="/auth/login" reloadDocument>
            sign in
          </Link>{" "}
          as you always did.
        </p>
      </div>
    </>
  );
}
