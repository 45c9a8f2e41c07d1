import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { showToast } from "~/browser/toasts";
import { CheckboxField, Field } from "~/components/forms/field";
import { FormNotice } from "~/components/forms/form-notice";
import { SubmitButton } from "~/components/forms/submit-button";
import { WritingArea } from "~/components/forms/writing-area";
import { Badge } from "~/components/ui/badge";
import { Banner } from "~/components/ui/banner";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { PageHeading } from "~/components/ui/page-heading";

export default function Look() {
  const [form, fields] = useForm<{ body: string; tag: string; ok: boolean; oratio: string }>({
    id: "look",
    lastResult: {
      status: "error",
      initialValue: {
        body: "The light on the wet road. Anna laughing at breakfast, before anybody had said anything funny.\n\nI had forgotten that mornings can be like that.",
        tag: "x",
      },
      error: { tag: ["Please use letters only"] },
    },
  });
  return (
    <>
      <PageHeading
        eyebrow="Friday, 21 November · week 33, Ordinary Time"
        title="Good morning, Ruth"
        intro={<p>Read slowly, twice, aloud if you can.</p>}
      />
      <blockquote className="scripture mb-10">
        <p className="verse-line">
          <span className="verse-number">8</span>Cause me to hear your loving kindness in the morning,
        </p>
        <p className="verse-line-2">for I trust in you.</p>
      </blockquote>
      <Form method="post" {...getFormProps(form)} className="grid grid-cols-1 gap-8">
        <FormNotice title="Login failed" text="Invalid email or password" />
        <WritingArea
          meta={fields.body}
          label="What in your life does this touch?"
          hint="A few words are enough."
        />
        <WritingArea meta={fields.oratio} label="What do you want to say to God?" size="short" />
        <Field meta={fields.tag} label="Tags" hint="Separate them by commas." />
        <CheckboxField
          meta={fields.ok}
          label="Leave this out of my weekly insight"
          hint="You can change this later."
        />
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton>Finish</SubmitButton>
          <SubmitButton variant="quiet">Save draft</SubmitButton>
          <Button
            variant="danger"
            onClick={() =>
              showToast({
                title: "Evening Reflection",
                text: "Take a moment to reflect on your day and prepare for rest.",
                tone: "info",
              })
            }
          >
            Delete
          </Button>
          <span className="text-sm text-muted">Saved as draft 06:12</span>
        </div>
      </Form>
      <div className="mt-12 grid gap-5">
        <Banner title="Formation Plan Ended" tone="success">
          Your Formation Plan has ended.
        </Banner>
        <Banner>Quiet information.</Banner>
        <Card>
          <Badge>Favourite</Badge> <Badge tone="accent">Lectio</Badge> <Badge tone="harm">Deleted</Badge>
        </Card>
      </div>
    </>
  );
}
