//! The WebDriver protocol (<https://www.w3.org/TR/webdriver2/>), as much of it as we need: some thirty lines over the client that the
//! other tests use too. The crates that wrap it would bring a hundred others.

use std::time::Duration;

use serde_json::{Value, json};

/// The key under which the protocol hands out elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// One browser, as its driver knows it.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    http: reqwest::Client,
    address: String,
    pub(crate) capabilities: Value,
}

/// An element of the page, as long as the page keeps it.
#[derive(Clone, Debug)]
pub(crate) struct Element(String);

impl Session {
    /// Asks the driver at an address for a browser.
    pub(crate) async fn begin(driver: &str, capabilities: Value) -> Result<Session, String> {
        let http = reqwest::Client::builder().timeout(Duration::from_secs(300)).no_proxy().build();
        let http = http.map_err(|error| error.to_string())?;
        let body = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let told = send(http.post(format!("{driver}/session")).body(body.to_string())).await?;
        let id = told["sessionId"].as_str().ok_or("the driver gave the session no name")?;
        Ok(Session { http, address: format!("{driver}/session/{id}"), capabilities: told["capabilities"].clone() })
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Result<Value, String> {
        send(self.http.post(format!("{}/{path}", self.address)).body(body.to_string())).await
    }

    pub(crate) async fn get(&self, path: &str) -> Result<Value, String> {
        send(self.http.get(format!("{}/{path}", self.address))).await
    }

    pub(crate) async fn execute(&self, body: &str, arguments: &Value) -> Result<Value, String> {
        self.post("execute/sync", json!({ "script": body, "args": arguments })).await
    }

    /// All elements that fit a selector.
    pub(crate) async fn elements(&self, selector: &str) -> Result<Vec<Element>, String> {
        let found = self.post("elements", json!({ "using": "css selector", "value": selector })).await?;
        let elements = found.as_array().into_iter().flatten();
        Ok(elements.filter_map(|one| Some(Element(one[ELEMENT].as_str()?.to_owned()))).collect())
    }

    pub(crate) async fn is_displayed(&self, element: &Element) -> Result<bool, String> {
        Ok(self.get(&format!("element/{}/displayed", element.0)).await? == json!(true))
    }

    /// Scrolls to an element and clicks its middle, unless something lies over it.
    pub(crate) async fn click(&self, element: &Element) -> Result<(), String> {
        self.post(&format!("element/{}/click", element.0), json!({})).await.map(|_| ())
    }

    /// One source of input and what it does.
    pub(crate) async fn perform(&self, kind: &str, pointer: Option<&str>, actions: Vec<Value>) -> Result<(), String> {
        let mut source =
            json!({ "type": kind, "id": format!("{kind}-{}", pointer.unwrap_or("only")), "actions": actions });
        if let Some(pointer) = pointer {
            source["parameters"] = json!({ "pointerType": pointer });
        }
        self.post("actions", json!({ "actions": [source] })).await.map(|_| ())
    }
}

async fn send(request: reqwest::RequestBuilder) -> Result<Value, String> {
    let answer = request.header("content-type", "application/json").send().await.map_err(|error| error.to_string())?;
    let failed = !answer.status().is_success();
    let text = answer.text().await.map_err(|error| error.to_string())?;
    let mut told: Value = serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))?;
    let value = told["value"].take();
    if failed {
        let word = |name: &str| value[name].as_str().unwrap_or_default().lines().next().unwrap_or_default().to_owned();
        return Err(format!("{}: {}", word("error"), word("message")));
    }
    Ok(value)
}
