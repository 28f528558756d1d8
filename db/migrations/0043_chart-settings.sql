CREATE TABLE "chart_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"indicators" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sets" jsonb DEFAULT '[]'::jsonb NOT NULL
);
